import type { Metadata } from "next";
import { ComparePage } from "@/features/scenarios/index.ts";

export const metadata: Metadata = { title: "Compare scenarios" };

export default function Page() {
  return <ComparePage />;
}
