import type { Metadata } from "next";
import { DevicesPage } from "@/features/devices/index.ts";

export const metadata: Metadata = { title: "Devices" };

export default function Page() {
  return <DevicesPage />;
}
