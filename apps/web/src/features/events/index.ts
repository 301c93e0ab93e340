export { AlertsBell } from "./AlertsBell.tsx";
export { EventFeed } from "./EventFeed.tsx";

export { type Event, useEvents } from "./useEvents.ts";
