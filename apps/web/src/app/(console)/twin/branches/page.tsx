import type { Metadata } from "next";
import { BranchesPage } from "@/features/twin/branches/BranchesPage.tsx";

export const metadata: Metadata = { title: "Branches from counters" };

export default function Page() {
  return <BranchesPage />;
}
