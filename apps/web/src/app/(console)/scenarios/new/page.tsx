import type { Metadata } from "next";
import { ScenarioEditor } from "@/features/scenarios/index.ts";

export const metadata: Metadata = { title: "New scenario" };

export default function Page() {
  return <ScenarioEditor version={null} />;
}
