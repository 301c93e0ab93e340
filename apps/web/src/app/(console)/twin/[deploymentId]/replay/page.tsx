import type { Metadata } from "next";
import { ReplayPage } from "@/features/twin/replay/ReplayPage.tsx";

export const metadata: Metadata = { title: "What would have happened" };

export default async function Page({ params }: { params: Promise<{ deploymentId: string }> }) {
  return <ReplayPage deploymentId={(await params).deploymentId} />;
}
