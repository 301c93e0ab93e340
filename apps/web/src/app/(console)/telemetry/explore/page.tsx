import type { Metadata } from "next";
import { ExplorePage } from "@/features/explore/index.ts";

export const metadata: Metadata = { title: "Explore" };

export default function Page() {
  return <ExplorePage />;
}
