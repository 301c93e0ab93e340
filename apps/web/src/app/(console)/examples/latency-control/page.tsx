import type { Metadata } from "next";
import { LatencyControlPage } from "@/features/examples/index.ts";

export const metadata: Metadata = { title: "Latency control, reproduced" };

export default function Page() {
  return <LatencyControlPage />;
}
