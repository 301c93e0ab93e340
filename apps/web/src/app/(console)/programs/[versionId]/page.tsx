import type { Metadata } from "next";
import { ProgramPage } from "@/features/programs/ProgramPage.tsx";

export const metadata: Metadata = { title: "Program" };

export default async function Page({ params }: { params: Promise<{ versionId: string }> }) {
  return <ProgramPage versionId={(await params).versionId} />;
}
