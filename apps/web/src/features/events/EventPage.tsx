"use client";
import { Alert, Breadcrumbs, Button, PageHeader, Panel } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { useNow } from "@/lib/useNow.ts";
import { AuditList } from "./AuditList.tsx";
import { EventButtons } from "./EventButtons.tsx";
import { EventEvidence } from "./EventEvidence.tsx";
import { EventState } from "./EventState.tsx";
import { EvidenceBars } from "./EvidenceBars.tsx";
import { eventLink } from "./eventLink.ts";
import { lastedWords, placeWords } from "./eventWords.ts";
import { type Event, POLL_MS } from "./useEvents.ts";

/** One event: what happened, the numbers that show it, what was done about it. */
export function EventPage({ eventId }: { eventId: string }) {
  const trpc = useTRPC();
  const event = useQuery(trpc.events.get.queryOptions({ id: eventId }, { refetchInterval: POLL_MS }));
  const name = event.data && placeWords(event.data).name;
  return (
    <>
      <Breadcrumbs
        className="px-4 pt-3 md:px-6"
        LinkComponent={AppLink}
        crumbs={[{ label: "Events", href: "/events" }, { label: name ?? "Event" }]}
      />
      <PageHeader
        title={name ? `Event of ${name}` : "Event"}
        summary={event.data?.message}
        actions={event.data ? <EventButtons event={event.data} /> : null}
      />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <QueryView query={event} what="The event">
          {(found) => <EventBody event={found} />}
        </QueryView>
      </div>
    </>
  );
}

function EventBody({ event }: { event: Event }) {
  const openedMs = Date.parse(event.openedAt);
  const nowMs = useNow(POLL_MS);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-ink-2">
        <EventState event={event} nowMs={nowMs} />
        {placeWords(event).of}, opened {formatDateTime(openedMs)}, {lastedWords(event, nowMs)}
        {event.suppressed > 0
          ? `; rose ${event.suppressed === 1 ? "once" : `${event.suppressed} times`} more within the quiet time`
          : ""}
        <Button size="sm" asChild>
          <AppLink href={eventLink(event)}>
            <Activity aria-hidden /> {event.kind === "intent" ? "Show the drift now" : "Show on the twin"}
          </AppLink>
        </Button>
      </p>
      {event.muted ? (
        <Alert tone="info" title={`Muted until ${formatDateTime(Date.parse(event.muted.until))}`}>
          {event.muted.reason}
          {event.muted.createdBy ? ` (${event.muted.createdBy})` : ""}. Nothing is sent to channels.
        </Alert>
      ) : null}
      <div className="grid items-start gap-3 xl:grid-cols-2">
        {event.kind === "intent" ? (
          <Panel title="What differed" subtitle="from the intent, when it was seen last">
            <EventEvidence event={event} />
          </Panel>
        ) : (
          <Panel title="Which element took longer" subtitle="during the alarm, compared with normal">
            <EvidenceBars event={event} />
          </Panel>
        )}
        <Panel title="What was done" subtitle="newest first">
          <AuditList filter={{ eventId: event.id }} />
        </Panel>
      </div>
      {event.kind === "latency" ? (
        <Panel title="Evidence">
          <EventEvidence event={event} />
        </Panel>
      ) : null}
    </>
  );
}
