import type { Metadata } from "next";
import { CapturesPage } from "@/features/captures/CapturesPage.tsx";

export const metadata: Metadata = { title: "Captures" };

export default function Page() {
  return <CapturesPage />;
}
