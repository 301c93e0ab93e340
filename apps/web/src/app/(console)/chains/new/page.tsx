import type { Metadata } from "next";
import { ChainEditor } from "@/features/chains/ChainPage.tsx";

export const metadata: Metadata = { title: "New chain" };

export default function Page() {
  return <ChainEditor version={null} />;
}
