import type { Metadata } from "next";
import { CloudEditor } from "@/features/clouds/CloudEditor.tsx";

export const metadata: Metadata = { title: "New cloud" };

export default function Page() {
  return <CloudEditor version={null} />;
}
