import type { Metadata } from "next";
import { TwinsPage } from "@/features/twin/TwinsPage.tsx";

export const metadata: Metadata = { title: "Twins" };

export default function Page() {
  return <TwinsPage />;
}
