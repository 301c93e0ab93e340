import type { Metadata } from "next";
import { NewReportPage } from "@/features/reports/NewReportPage.tsx";

export const metadata: Metadata = { title: "Freeze a report" };

export default function Page() {
  return <NewReportPage />;
}
