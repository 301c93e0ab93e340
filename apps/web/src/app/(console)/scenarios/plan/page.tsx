import type { Metadata } from "next";
import { PlanPage } from "@/features/plans/PlanPage.tsx";

export const metadata: Metadata = { title: "Plan devices" };

export default function Page() {
  return <PlanPage />;
}
