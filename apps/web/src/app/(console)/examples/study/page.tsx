import type { Metadata } from "next";
import { StudyPage } from "@/features/examples/StudyPage.tsx";

export const metadata: Metadata = { title: "Reproduce the study" };

export default function Page() {
  return <StudyPage />;
}
