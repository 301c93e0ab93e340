import type { Metadata } from "next";
import { ScenarioEditor } from "@/features/scenarios/EditScenarioPage.tsx";

export const metadata: Metadata = { title: "New scenario" };

export default function Page() {
  return <ScenarioEditor version={null} />;
}
