import type { Metadata } from "next";
import { ChainsPage } from "@/features/chains/index.ts";

export const metadata: Metadata = { title: "Chains" };

export default function Page() {
  return <ChainsPage />;
}
