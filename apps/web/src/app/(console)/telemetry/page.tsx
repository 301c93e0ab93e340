import type { Metadata } from "next";
import { TelemetryPage } from "@/features/telemetry/index.ts";

export const metadata: Metadata = { title: "Telemetry" };

export default function Page() {
  return <TelemetryPage />;
}
