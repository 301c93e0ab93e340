import type { Metadata } from "next";
import { FitPage } from "@/features/devices/FitPage.tsx";

export const metadata: Metadata = { title: "Fit a profile" };

export default function Page() {
  return <FitPage />;
}
