import type { Metadata } from "next";
import { CloudsPage } from "@/features/clouds/CloudsPage.tsx";

export const metadata: Metadata = { title: "Clouds" };

export default function Page() {
  return <CloudsPage />;
}
