import type { Metadata } from "next";
import { ReportPage } from "@/features/reports/ReportPage.tsx";

export const metadata: Metadata = { title: "Report" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <ReportPage reportId={(await params).id} />;
}
