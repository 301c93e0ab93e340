import type { Metadata } from "next";
import { SwitchPage } from "@/features/switches/SwitchPage.tsx";

export const metadata: Metadata = { title: "Switch" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <SwitchPage id={(await params).id} />;
}
