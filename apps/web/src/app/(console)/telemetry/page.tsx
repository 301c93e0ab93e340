import type { Metadata } from "next";
import { TelemetryPage } from "@/features/telemetry/TelemetryPage.tsx";

export const metadata: Metadata = { title: "Telemetry" };

export default function Page() {
  return <TelemetryPage />;
}
