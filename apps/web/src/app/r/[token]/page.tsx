import type { Metadata } from "next";
import { SharedReportPage } from "@/features/reports/SharedReportPage.tsx";

export const metadata: Metadata = {
  title: "Report",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  return <SharedReportPage token={(await params).token} />;
}
