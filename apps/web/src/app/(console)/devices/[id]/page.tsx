import type { Metadata } from "next";
import { DevicePage } from "@/features/devices/DevicePage.tsx";

export const metadata: Metadata = { title: "Device profile" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <DevicePage id={(await params).id} />;
}
