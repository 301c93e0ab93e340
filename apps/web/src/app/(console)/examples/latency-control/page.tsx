import type { Metadata } from "next";
import { LatencyControlPage } from "@/features/examples/LatencyControlPage.tsx";

export const metadata: Metadata = { title: "Latency control, reproduced" };

export default function Page() {
  return <LatencyControlPage />;
}
