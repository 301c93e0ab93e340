import type { Metadata } from "next";
import { MapPage } from "@/features/explore/index.ts";

export const metadata: Metadata = { title: "Live map" };

export default function Page() {
  return <MapPage />;
}
