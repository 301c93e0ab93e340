import type { Metadata } from "next";
import { ChainsPage } from "@/features/chains/ChainsPage.tsx";

export const metadata: Metadata = { title: "Chains" };

export default function Page() {
  return <ChainsPage />;
}
