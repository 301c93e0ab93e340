import type { Metadata } from "next";
import { StudyPage } from "@/features/examples/index.ts";

export const metadata: Metadata = { title: "Reproduce the study" };

export default function Page() {
  return <StudyPage />;
}
