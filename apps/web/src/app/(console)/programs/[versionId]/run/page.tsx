import type { Metadata } from "next";
import { RunPage } from "@/features/programs/run/RunPage.tsx";

export const metadata: Metadata = { title: "Run a packet" };

export default async function Page({ params }: { params: Promise<{ versionId: string }> }) {
  return <RunPage versionId={(await params).versionId} />;
}
