import { Gallery } from "@p4twin/ui";
import type { Metadata } from "next";

export const metadata: Metadata = { title: "Components" };

export default function Page() {
  return <Gallery />;
}
