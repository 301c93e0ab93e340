"use client";
import { Alert, Badge, EmptyState, Panel } from "@p4twin/ui";
import { formatDateTime, formatDuration, formatRelativeTime } from "@p4twin/ui/format";
import { ShieldCheck } from "lucide-react";
import { QueryView } from "@/lib/QueryView.tsx";
import { IncidentBadge } from "./IncidentBadge.tsx";
import { type Incident, useIncidents } from "./useSystem.ts";

const SHOWN = 30;

/** What went wrong with P4Twin itself: since when, why, what it costs, and that it is over. */
export function IncidentsPanel({ selected }: { selected: string | null }) {
  const incidents = useIncidents({ limit: SHOWN });
  return (
    <Panel title="Incidents" subtitle="faults of P4Twin itself">
      <QueryView query={incidents} what="The incidents">
        {({ incidents: list, complete }) => (
          <>
            {complete ? null : (
              <Alert tone="warn" title="The database does not answer" className="mb-3">
                Only what was seen lately is listed; it is stored when the database is back.
              </Alert>
            )}
            {list.length === 0 ? (
              <EmptyState icon={<ShieldCheck aria-hidden />} title="Nothing has gone wrong">
                What breaks beneath P4Twin (database, disk, clock, processes) is listed here with its cause.
              </EmptyState>
            ) : (
              <ul aria-label="Incidents" className="divide-y divide-line">
                {list.map((incident) => (
                  <IncidentEntry
                    key={incident.id}
                    incident={incident}
                    isSelected={incident.id === selected}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryView>
    </Panel>
  );
}

const UTC_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Evidence is text that also leaves by mail: times in it are UTC, here the reader's. */
const shownEvidence = (value: string): string =>
  UTC_TIME.test(value) ? formatDateTime(Date.parse(value)) : value;

function IncidentEntry({ incident, isSelected }: { incident: Incident; isSelected: boolean }) {
  const { title, cause, evidence, raisedAt, clearedAt, times } = incident;
  const raisedMs = Date.parse(raisedAt);
  const lastedMs = (clearedAt ? Date.parse(clearedAt) : Date.now()) - raisedMs;
  return (
    <li
      aria-current={isSelected ? "true" : undefined}
      className={`flex flex-col gap-1 px-1 py-2.5 ${isSelected ? "bg-hover" : ""}`}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="flex flex-wrap items-center gap-2">
          <IncidentBadge incident={incident} />
          <span className="font-medium">{title}</span>
          {times > 1 ? <Badge tone="outline">{times} times</Badge> : null}
        </span>
        <span title={formatDateTime(raisedMs)} className="text-xs text-ink-3">
          {formatRelativeTime(raisedMs, Date.now())}, {clearedAt ? "lasted" : "for"}{" "}
          {formatDuration(Math.max(0, lastedMs))}
        </span>
      </span>
      <span className="max-w-prose text-ink-2">{cause}</span>
      {evidence.length > 0 ? (
        <dl className="flex flex-wrap gap-x-6 gap-y-0.5 text-xs">
          {evidence.map(({ label, value }) => (
            <div key={label} className="flex gap-1.5">
              <dt className="text-ink-3">{label}</dt>
              <dd className="break-all">{shownEvidence(value)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  );
}
