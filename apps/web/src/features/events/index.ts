export { AlertsBell } from "./AlertsBell.tsx";
export { EventFeed } from "./EventFeed.tsx";
export { EventPage } from "./EventPage.tsx";
export { EventsPage } from "./EventsPage.tsx";
export { type Event, useEvents } from "./useEvents.ts";
