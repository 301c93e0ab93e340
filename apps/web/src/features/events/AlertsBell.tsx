"use client";
import { Button, Popover, textLink } from "@p4twin/ui";
import { Bell } from "lucide-react";
import { useState } from "react";
import { IncidentBadge, useIncidents } from "@/features/system/index.ts";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { EventFeed } from "./EventFeed.tsx";
import { POLL_MS, useEvents } from "./useEvents.ts";

const SHOWN = 6;

/** How many open events nobody looks after yet, and which are open. Muted ones are silent here too. */
export function AlertsBell() {
  const [shown, setShown] = useState(false);
  const events = useEvents({ open: true, limit: 300 });
  const open = events.data ?? [];
  const isWaiting = (e: (typeof open)[number]) => e.acknowledgedAt === null && e.muted === null;
  const waiting = open.filter(isWaiting);
  const incidents = useIncidents({ open: true, limit: SHOWN }, POLL_MS).data?.incidents ?? [];
  const count = waiting.length + incidents.length;
  const listed = [...waiting, ...open.filter((e) => !isWaiting(e))];
  return (
    <Popover
      label="Open events"
      open={shown}
      onOpenChange={setShown}
      align="end"
      className="w-96 p-0"
      trigger={
        <Button
          variant="ghost"
          className="relative px-2"
          aria-label={
            count === 0
              ? "Alerts: none to look after"
              : `Alerts: ${[
                  ...(waiting.length > 0
                    ? [`${countOf(waiting.length, "event")} open and not acknowledged`]
                    : []),
                  ...(incidents.length > 0
                    ? [countOf(incidents.length, "incident of P4Twin itself", "incidents of P4Twin itself")]
                    : []),
                ].join(", ")}`
          }
        >
          <Bell aria-hidden />
          {count > 0 ? (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-bad px-1 text-center text-2xs font-semibold text-surface"
            >
              {count}
            </span>
          ) : null}
        </Button>
      }
    >
      {/* a click on a link leads away */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes what the links inside have left */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links fire click on Enter too */}
      <div onClick={(e) => e.target instanceof Element && e.target.closest("a") && setShown(false)}>
        {incidents.length > 0 ? (
          <ul aria-label="Incidents of P4Twin itself" className="divide-y divide-line border-b">
            {incidents.map((incident) => (
              <li key={incident.id}>
                <AppLink
                  href={`/system?incident=${incident.id}`}
                  className="flex flex-col items-start gap-1 px-3 py-2 hover:bg-hover"
                >
                  <IncidentBadge incident={incident} />
                  <span className="text-ink">{incident.title}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        ) : null}
        {listed.length === 0 ? (
          <p className="px-3 py-4 text-ink-2">
            {events.error
              ? "The events could not be read."
              : "No segment is out of its budget, and no switch off its intent."}
          </p>
        ) : (
          <EventFeed events={listed.slice(0, SHOWN)} />
        )}
        <p className="border-t px-3 py-2 text-xs">
          <AppLink href="/events" className={textLink}>
            All events
          </AppLink>
        </p>
      </div>
    </Popover>
  );
}
