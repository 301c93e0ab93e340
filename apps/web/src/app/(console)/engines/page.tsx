import type { Metadata } from "next";
import { EnginesPage } from "@/features/engines/index.ts";

export const metadata: Metadata = { title: "Engines" };

export default function Page() {
  return <EnginesPage />;
}
