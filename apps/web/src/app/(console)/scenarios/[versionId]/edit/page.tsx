import type { Metadata } from "next";
import { EditScenarioPage } from "@/features/scenarios/EditScenarioPage.tsx";

export const metadata: Metadata = { title: "Change scenario" };

export default async function Page({ params }: { params: Promise<{ versionId: string }> }) {
  return <EditScenarioPage versionId={(await params).versionId} />;
}
