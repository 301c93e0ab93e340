import type { Metadata } from "next";
import { PlanPage } from "@/features/plans/index.ts";

export const metadata: Metadata = { title: "Plan devices" };

export default function Page() {
  return <PlanPage />;
}
