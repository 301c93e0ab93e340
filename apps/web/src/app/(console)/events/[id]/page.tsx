import type { Metadata } from "next";
import { EventPage } from "@/features/events/EventPage.tsx";

export const metadata: Metadata = { title: "Event" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <EventPage eventId={(await params).id} />;
}
