import type { Metadata } from "next";
import { TunerPage } from "@/features/tuner/TunerPage.tsx";

export const metadata: Metadata = { title: "Tune PL and DL" };

export default function Page() {
  return <TunerPage />;
}
