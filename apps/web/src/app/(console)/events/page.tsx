import type { Metadata } from "next";
import { EventsPage } from "@/features/events/index.ts";

export const metadata: Metadata = { title: "Events" };

export default function Page() {
  return <EventsPage />;
}
