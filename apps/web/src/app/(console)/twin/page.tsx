import type { Metadata } from "next";
import { TwinsPage } from "@/features/twin/index.ts";

export const metadata: Metadata = { title: "Twins" };

export default function Page() {
  return <TwinsPage />;
}
