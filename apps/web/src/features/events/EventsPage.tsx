"use client";
import { Button, EmptyState, nameLink, PageHeader, Panel, SegmentedControl } from "@p4twin/ui";
import { formatDateTime, formatDuration } from "@p4twin/ui/format";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BellOff, Check } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { EventEvidence } from "./EventEvidence.tsx";
import { EventState } from "./EventState.tsx";
import { eventLink } from "./eventLink.ts";
import { type Event, useEvents } from "./useEvents.ts";

const STATES = ["open", "closed", "all"] as const;
const LIMIT = 300;

/** Every alarm that rose: where, for how long, who is to blame, and the evidence. */
export function EventsPage() {
  const [url, setUrl] = useQueryStates({
    state: parseAsStringLiteral(STATES).withDefault("all"),
    deployment: parseAsString,
    event: parseAsString,
  });
  const events = useEvents({
    limit: LIMIT,
    ...(url.state === "all" ? {} : { open: url.state === "open" }),
    ...(url.deployment ? { deploymentId: url.deployment } : {}),
  });
  const open = events.data?.filter((e) => e.closedAt === null).length;
  return (
    <>
      <PageHeader
        title="Events"
        summary={
          open === undefined
            ? "Segments that left their latency budget, and the element to blame."
            : open > 0
              ? `${countOf(open, "event")} open. Each names the segment, the element to blame and the evidence.`
              : "Nothing is open."
        }
        actions={
          <SegmentedControl
            aria-label="Which events"
            value={url.state}
            onValueChange={(state) => void setUrl({ state })}
            options={[
              { value: "all", label: "All" },
              { value: "open", label: "Open" },
              { value: "closed", label: "Closed" },
            ]}
          />
        }
      />
      <div className="px-4 pb-6 md:px-6">
        <QueryView query={events} what="The events">
          {(list) => (
            <Panel
              title={countOf(list.length, "event")}
              subtitle={list.length === LIMIT ? `the newest ${LIMIT}` : undefined}
              bodyClassName="p-0"
            >
              {list.length === 0 ? (
                <EmptyState icon={<BellOff aria-hidden />} title="No events here">
                  An event opens when the p99 of a segment stays above its alarm level, by default its PL, in
                  3 of 5 seconds. Levels are set per segment on its twin.
                </EmptyState>
              ) : (
                <ul aria-label="Events" className="divide-y divide-line">
                  {list.map((event) => (
                    <EventRow
                      key={event.id}
                      event={event}
                      expanded={url.event === event.id}
                      onToggle={(on) => void setUrl({ event: on ? event.id : null })}
                    />
                  ))}
                </ul>
              )}
            </Panel>
          )}
        </QueryView>
      </div>
    </>
  );
}

type RowProps = { event: Event; expanded: boolean; onToggle: (on: boolean) => void };

function EventRow({ event, expanded, onToggle }: RowProps) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const acknowledge = useMutation(
    trpc.events.acknowledge.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.events.pathKey() }),
    }),
  );
  const openedMs = Date.parse(event.openedAt);
  const closedMs = event.closedAt === null ? null : Date.parse(event.closedAt);
  return (
    <li className="px-3 py-2.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <EventState event={event} />
        <div className="min-w-60 grow basis-0">
          <p className="text-ink">{event.message}</p>
          <p className="text-xs text-ink-3">
            <AppLink href={eventLink(event)} className={nameLink}>
              {event.deploymentName}
            </AppLink>
            , {formatDateTime(openedMs)},{" "}
            {closedMs === null
              ? `for ${formatDuration(Date.now() - openedMs)}`
              : formatDuration(closedMs - openedMs)}
          </p>
        </div>
        <div className="flex items-center gap-2">
          {event.acknowledgedAt !== null ? (
            <span className="text-xs text-ink-3">
              acknowledged {formatDateTime(Date.parse(event.acknowledgedAt))}
            </span>
          ) : mayChange ? (
            <Button
              size="sm"
              icon={<Check aria-hidden />}
              busy={acknowledge.isPending}
              onClick={() => acknowledge.mutate({ id: event.id })}
            >
              Acknowledge
            </Button>
          ) : null}
          <Button size="sm" variant="ghost" aria-expanded={expanded} onClick={() => onToggle(!expanded)}>
            {expanded ? "Hide evidence" : "Show evidence"}
          </Button>
        </div>
      </div>
      {expanded ? (
        <div className="mt-3 rounded-md border p-3">
          <EventEvidence event={event} />
        </div>
      ) : null}
    </li>
  );
}
