import type { Metadata } from "next";
import { ComparePage } from "@/features/scenarios/compare/ComparePage.tsx";

export const metadata: Metadata = { title: "Compare scenarios" };

export default function Page() {
  return <ComparePage />;
}
