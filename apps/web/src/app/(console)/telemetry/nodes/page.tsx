import type { Metadata } from "next";
import { NodesPage } from "@/features/paths/NodesPage.tsx";

export const metadata: Metadata = { title: "Nodes" };

export default function Page() {
  return <NodesPage />;
}
