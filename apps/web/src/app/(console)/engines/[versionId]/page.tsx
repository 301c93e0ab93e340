import type { Metadata } from "next";
import { EnginePage } from "@/features/engines/EnginePage.tsx";

export const metadata: Metadata = { title: "Engine" };

export default async function Page({ params }: { params: Promise<{ versionId: string }> }) {
  return <EnginePage versionId={(await params).versionId} />;
}
