import type { Metadata } from "next";
import { NewEnginePage } from "@/features/engines/EnginePage.tsx";

export const metadata: Metadata = { title: "New engine" };

export default function Page() {
  return <NewEnginePage />;
}
