import type { Metadata } from "next";
import { ServersPage } from "@/features/servers/index.ts";

export const metadata: Metadata = { title: "Servers" };

export default function Page() {
  return <ServersPage />;
}
