import type { Metadata } from "next";
import { ProgramsPage } from "@/features/programs/ProgramsPage.tsx";

export const metadata: Metadata = { title: "Programs" };

export default function Page() {
  return <ProgramsPage />;
}
