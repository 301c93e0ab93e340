import type { Metadata } from "next";
import { ScenarioPage } from "@/features/scenarios/ScenarioPage.tsx";

export const metadata: Metadata = { title: "Scenario" };

export default async function Page({ params }: { params: Promise<{ versionId: string }> }) {
  return <ScenarioPage versionId={(await params).versionId} />;
}
