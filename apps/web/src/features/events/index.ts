export { AlertsBell } from "./AlertsBell.tsx";
export { EventFeed } from "./EventFeed.tsx";
export { EventsPage } from "./EventsPage.tsx";
export { type Event, useEvents } from "./useEvents.ts";
