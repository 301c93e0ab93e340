import type { Metadata } from "next";
import { EnginesPage } from "@/features/engines/EnginesPage.tsx";

export const metadata: Metadata = { title: "Engines" };

export default function Page() {
  return <EnginesPage />;
}
