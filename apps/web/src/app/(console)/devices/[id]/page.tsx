import type { Metadata } from "next";
import { DevicePage } from "@/features/devices/index.ts";

export const metadata: Metadata = { title: "Device profile" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <DevicePage id={(await params).id} />;
}
