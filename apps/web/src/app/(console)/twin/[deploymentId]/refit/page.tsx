import type { Metadata } from "next";
import { RefitPage } from "@/features/twin/refit/RefitPage.tsx";

export const metadata: Metadata = { title: "Refit a profile" };

export default async function Page({ params }: { params: Promise<{ deploymentId: string }> }) {
  return <RefitPage deploymentId={(await params).deploymentId} />;
}
