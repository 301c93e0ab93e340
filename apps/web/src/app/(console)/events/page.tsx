import type { Metadata } from "next";
import { EventsPage } from "@/features/events/EventsPage.tsx";

export const metadata: Metadata = { title: "Events" };

export default function Page() {
  return <EventsPage />;
}
