import type { Metadata } from "next";
import { FitPage } from "@/features/devices/index.ts";

export const metadata: Metadata = { title: "Fit a profile" };

export default function Page() {
  return <FitPage />;
}
