import type { Metadata } from "next";
import { TwinPage } from "@/features/twin/TwinPage.tsx";

export const metadata: Metadata = { title: "Twin" };

export default async function Page({ params }: { params: Promise<{ deploymentId: string }> }) {
  return <TwinPage deploymentId={(await params).deploymentId} />;
}
