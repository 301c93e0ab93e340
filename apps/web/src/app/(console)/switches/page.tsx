import type { Metadata } from "next";
import { SwitchesPage } from "@/features/switches/SwitchesPage.tsx";

export const metadata: Metadata = { title: "Switches" };

export default function Page() {
  return <SwitchesPage />;
}
