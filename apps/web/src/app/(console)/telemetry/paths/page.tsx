import type { Metadata } from "next";
import { PathsPage } from "@/features/paths/index.ts";

export const metadata: Metadata = { title: "Paths heard" };

export default function Page() {
  return <PathsPage />;
}
