"use client";
import { Alert, Badge, Button, Panel } from "@p4twin/ui";
import { FlowCounters } from "@p4twin/ui/charts";
import { formatClock, formatCountExact, formatRelativeTime } from "@p4twin/ui/format";
import { Settings2 } from "lucide-react";
import { useState } from "react";
import { BadDatagram } from "./BadDatagram.tsx";
import { ExporterDialog } from "./ExporterDialog.tsx";
import { Deviations, RawElements, UnitAlert, unitFact } from "./ExporterNotes.tsx";
import { QUIET_MS } from "./exporterCounts.ts";
import { datagramFlow, reportFlow } from "./exporterFlow.ts";
import { useExporters } from "./useExporters.ts";
import type { ExporterState } from "./useTelemetry.ts";

/** One exporter: what came of everything it sent, and what is set for it. */
export function ExporterPanel({ exporter, nowMs }: { exporter: ExporterState; nowMs: number }) {
  const { mayChange, list } = useExporters();
  const [editing, setEditing] = useState(false);
  const quiet = nowMs - exporter.lastHeardMs > QUIET_MS;
  const name = exporter.label ?? exporter.address;
  const listed = list.data?.find((e) => e.address === exporter.address) ?? null;
  const facts = [
    ["Formats", exporter.formats.join(", ") || "none read yet"],
    [
      "Node ids in reports",
      `${exporter.nodeIds.join(", ") || "none read yet"}${exporter.nodeIdsCapped ? ", and more" : ""}`,
    ],
    ["Dialect", listed?.profile.dialect ?? "auto"],
    ["Its times count", unitFact(exporter.units)],
    ["Measured in windows", formatCountExact(exporter.recorded)],
    ["Drop reports", formatCountExact(exporter.droppedPackets)],
    [
      "Missing by sequence numbers",
      exporter.untracked > 0 && exporter.untracked >= exporter.reports
        ? "unknown: its numbers do not change"
        : formatCountExact(exporter.sequenceGaps),
    ],
    ["Late reports", formatCountExact(exporter.late)],
    ["Socket drops", formatCountExact(exporter.kernelDropped)],
    ["Heard since", formatClock(exporter.firstHeardMs)],
  ] as const;
  return (
    <Panel
      title={name}
      subtitle={
        <span title={formatClock(exporter.lastHeardMs)}>
          {exporter.label ? `${exporter.address}, ` : ""}heard{" "}
          {formatRelativeTime(exporter.lastHeardMs, nowMs)}
        </span>
      }
      actions={
        <span className="flex items-center gap-2">
          <Badge tone={quiet ? "warn" : "ok"}>{quiet ? "quiet" : "sending"}</Badge>
          {mayChange ? (
            <Button
              size="sm"
              aria-label={`Settings of ${name}`}
              icon={<Settings2 aria-hidden />}
              onClick={() => setEditing(true)}
            >
              Settings
            </Button>
          ) : null}
        </span>
      }
    >
      {exporter.limited > 0 || exporter.queueDropped > 0 ? (
        <Alert tone="warn" title="Not all of it is read" className="mb-3">
          {exporter.limited > 0
            ? "It sends more than its settings let through: raise its rate, or let it report less. "
            : ""}
          {exporter.queueDropped > 0
            ? "It sends faster than this machine reads: sample it, or let it report less."
            : ""}
        </Alert>
      ) : null}
      <UnitAlert units={exporter.units} className="mb-3" />
      <Deviations counts={exporter.deviations} reports={exporter.reports} className="mb-3" />
      <RawElements elements={exporter.rawElements} className="mb-3" />
      <div className="grid gap-x-8 gap-y-3 xl:grid-cols-2">
        <FlowCounters label={`Datagrams of ${name}`} steps={datagramFlow(exporter)} />
        {exporter.reports > 0 ? (
          <FlowCounters label={`Reports of ${name}`} steps={reportFlow(exporter)} />
        ) : (
          <p className="self-center text-ink-3">No report could be read yet.</p>
        )}
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1 border-t pt-2">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-xs text-ink-3">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {exporter.lastBad ? <BadDatagram bad={exporter.lastBad} /> : null}
      {editing ? (
        <ExporterDialog address={exporter.address} listed={listed} onClose={() => setEditing(false)} />
      ) : null}
    </Panel>
  );
}
