import type { Metadata } from "next";
import { ChainPage } from "@/features/chains/index.ts";

export const metadata: Metadata = { title: "Chain" };

export default async function Page({ params }: { params: Promise<{ versionId: string }> }) {
  return <ChainPage versionId={(await params).versionId} />;
}
