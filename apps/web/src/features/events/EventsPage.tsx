"use client";
import { Button, EmptyState, nameLink, PageHeader, Panel, SegmentedControl, textLink } from "@p4twin/ui";
import { formatDateTime, formatWords } from "@p4twin/ui/format";
import { BellOff } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useNow } from "@/lib/useNow.ts";
import { AuditList } from "./AuditList.tsx";
import { EventButtons } from "./EventButtons.tsx";
import { EventEvidence } from "./EventEvidence.tsx";
import { EventFilters } from "./EventFilters.tsx";
import { EventState } from "./EventState.tsx";
import { EventTimeline } from "./EventTimeline.tsx";
import { filterOf, LIMIT, useEventsUrl } from "./eventsUrl.ts";
import { lastedWords, placeWords } from "./eventWords.ts";
import { MutesPanel } from "./MutesPanel.tsx";
import { type Event, POLL_MS, useEvents } from "./useEvents.ts";

function summaryOf(events: readonly Event[] | undefined): string {
  if (!events)
    return "Segments that left their latency budget, with the element to blame, and switches that left their intent.";
  const open = events.filter((e) => e.closedAt === null);
  if (open.length === 0) return "Nothing is open.";
  const waiting = open.filter((e) => e.acknowledgedAt === null && !e.muted).length;
  return `${countOf(open.length, "event")} open${waiting > 0 ? `, ${waiting} not acknowledged` : ""}. Each says where, why and with what evidence.`;
}

/** Every alarm that rose: where, when, for how long, who is to blame, the evidence, and what was done about it. */
export function EventsPage() {
  const [url, setUrl] = useEventsUrl();
  const nowMs = useNow(POLL_MS);
  const filter = filterOf(url, nowMs);
  const events = useEvents(filter);
  const { deploymentId, segmentId, from } = filter;
  return (
    <>
      <PageHeader
        title="Events"
        summary={summaryOf(events.data)}
        actions={
          <>
            <AppLink href="/settings?tab=notifications" className={`text-sm ${textLink}`}>
              Notifications
            </AppLink>
            <SegmentedControl
              aria-label="What is shown"
              value={url.view}
              onValueChange={(view) => void setUrl({ view })}
              options={[
                { value: "events", label: "Events" },
                { value: "audit", label: "Audit" },
              ]}
            />
          </>
        }
      >
        <EventFilters url={[url, setUrl]} />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <MutesPanel />
        {url.view === "audit" ? (
          <Panel title="Audit" subtitle="events, mutes, thresholds and deliveries, newest first">
            <AuditList
              filter={{ from, ...(deploymentId && { deploymentId }), ...(segmentId && { segmentId }) }}
            />
          </Panel>
        ) : (
          <QueryView query={events} what="The events">
            {(list) => (
              <>
                {list.length > 0 ? (
                  <Panel title="When" subtitle="arrows move, Enter opens">
                    <EventTimeline events={list} fromMs={Date.parse(from)} toMs={nowMs} />
                  </Panel>
                ) : null}
                <Panel
                  title={countOf(list.length, "event")}
                  subtitle={list.length === LIMIT ? `the newest ${LIMIT}` : undefined}
                  bodyClassName="p-0"
                >
                  {list.length === 0 ? (
                    <EmptyState icon={<BellOff aria-hidden />} title="No events here">
                      An event opens when the p99 of a segment stays above its alarm level, by default its PL,
                      in 3 of 5 seconds, or when an attached switch holds other than what is intended. Levels
                      are set per segment on its twin, intents on the switch.
                    </EmptyState>
                  ) : (
                    <ul aria-label="Events" className="divide-y divide-line">
                      {list.map((event) => (
                        <EventRow
                          key={event.id}
                          event={event}
                          nowMs={nowMs}
                          expanded={url.event === event.id}
                          onToggle={(on) => void setUrl({ event: on ? event.id : null })}
                        />
                      ))}
                    </ul>
                  )}
                </Panel>
              </>
            )}
          </QueryView>
        )}
      </div>
    </>
  );
}

type RowProps = { event: Event; nowMs: number; expanded: boolean; onToggle: (on: boolean) => void };

function EventRow({ event, nowMs, expanded, onToggle }: RowProps) {
  return (
    <li className="px-3 py-2.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <EventState event={event} nowMs={nowMs} />
        <div className="min-w-60 grow basis-0">
          <p>
            <AppLink href={`/events/${event.id}`} className={nameLink}>
              {formatWords(event.message)}
            </AppLink>
          </p>
          <p className="text-xs text-ink-3">
            {placeWords(event).of}, {formatDateTime(Date.parse(event.openedAt))}, {lastedWords(event, nowMs)}
            {event.suppressed > 0 ? `, ${event.suppressed} suppressed` : ""}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <EventButtons event={event} />
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
