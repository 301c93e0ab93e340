"use client";
import { Button, Popover, textLink } from "@p4twin/ui";
import { Bell } from "lucide-react";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { EventFeed } from "./EventFeed.tsx";
import { useEvents } from "./useEvents.ts";

const SHOWN = 6;

/** How many alarms are open, and which. */
export function AlertsBell() {
  const [shown, setShown] = useState(false);
  const events = useEvents({ open: true });
  const open = events.data ?? [];
  const waiting = open.filter((e) => e.acknowledgedAt === null).length;
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
            open.length === 0 ? "Alerts: none open" : `Alerts: ${countOf(open.length, "event")} open`
          }
        >
          <Bell aria-hidden />
          {open.length > 0 ? (
            <span
              aria-hidden
              className={`absolute -top-0.5 -right-0.5 min-w-4 rounded-full px-1 text-center text-2xs font-semibold ${
                waiting > 0 ? "bg-bad text-surface" : "bg-sunken text-ink-2"
              }`}
            >
              {open.length}
            </span>
          ) : null}
        </Button>
      }
    >
      {/* a click on a link leads away */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes what the links inside have left */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links fire click on Enter too */}
      <div onClick={(e) => e.target instanceof Element && e.target.closest("a") && setShown(false)}>
        {open.length === 0 ? (
          <p className="px-3 py-4 text-ink-2">
            {events.error ? "The events could not be read." : "No segment is out of its budget."}
          </p>
        ) : (
          <EventFeed events={open.slice(0, SHOWN)} />
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
