"use client";
import { quietLink } from "@p4twin/ui";
import { formatDateTime, formatRelativeTime, formatWords } from "@p4twin/ui/format";
import { AppLink } from "@/lib/AppLink.tsx";
import { useNow } from "@/lib/useNow.ts";
import { EventState } from "./EventState.tsx";
import { eventLink } from "./eventLink.ts";
import { lastedWords, placeWords } from "./eventWords.ts";
import { type Event, POLL_MS } from "./useEvents.ts";

/** Events in a few words each; a click opens the twin around the event, or the drift of the switch. */
export function EventFeed({ events }: { events: readonly Event[] }) {
  const now = useNow(POLL_MS);
  return (
    <ul aria-label="Events" className="divide-y divide-line">
      {events.map((event) => {
        const openedMs = Date.parse(event.openedAt);
        return (
          <li key={event.id}>
            <AppLink href={eventLink(event)} className="block px-3 py-2 hover:bg-hover">
              <span className="flex items-center justify-between gap-2">
                <EventState event={event} nowMs={now} />
                <span title={formatDateTime(openedMs)} className="text-xs text-ink-3">
                  {formatRelativeTime(openedMs, now)}, {lastedWords(event, now)}
                </span>
              </span>
              <span className="mt-1 block text-ink">{formatWords(event.message)}</span>
              <span className={`text-xs ${quietLink}`}>{placeWords(event).of}</span>
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}
