import type { Metadata } from "next";
import { ReportsPage } from "@/features/reports/index.ts";

export const metadata: Metadata = { title: "Reports" };

export default function Page() {
  return <ReportsPage />;
}
