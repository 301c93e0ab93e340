import type { Metadata } from "next";
import { CapturesPage } from "@/features/captures/index.ts";

export const metadata: Metadata = { title: "Captures" };

export default function Page() {
  return <CapturesPage />;
}
