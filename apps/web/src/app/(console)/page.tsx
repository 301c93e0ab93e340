import type { Metadata } from "next";
import { OverviewPage } from "@/features/overview/OverviewPage.tsx";

export const metadata: Metadata = { title: "Overview" };

export default function Page() {
  return <OverviewPage />;
}
