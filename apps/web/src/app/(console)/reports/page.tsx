import type { Metadata } from "next";
import { ReportsPage } from "@/features/reports/ReportsPage.tsx";

export const metadata: Metadata = { title: "Reports" };

export default function Page() {
  return <ReportsPage />;
}
