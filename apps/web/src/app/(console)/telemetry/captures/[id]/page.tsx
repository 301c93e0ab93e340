import type { Metadata } from "next";
import { CapturePage } from "@/features/captures/CapturePage.tsx";

export const metadata: Metadata = { title: "Capture" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <CapturePage captureId={(await params).id} />;
}
