import type { Metadata } from "next";
import { ChainPage } from "@/features/chains/ChainPage.tsx";

export const metadata: Metadata = { title: "Chain" };

export default async function Page({ params }: { params: Promise<{ versionId: string }> }) {
  return <ChainPage versionId={(await params).versionId} />;
}
