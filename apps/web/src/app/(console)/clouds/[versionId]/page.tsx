import type { Metadata } from "next";
import { CloudPage } from "@/features/clouds/CloudPage.tsx";

export const metadata: Metadata = { title: "Cloud" };

export default async function Page({ params }: { params: Promise<{ versionId: string }> }) {
  return <CloudPage versionId={(await params).versionId} />;
}
