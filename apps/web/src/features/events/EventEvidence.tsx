import { type Column, ScrollArea, Table } from "@p4twin/ui";
import {
  chooseLatencyUnit,
  formatCount,
  formatLatency,
  formatLatencyDelta,
  formatLatencyWithUnit,
  formatPercent,
  LATENCY_UNIT_LABEL,
} from "@p4twin/ui/format";
import { DriftEvidence } from "./DriftEvidence.tsx";
import type { Event, SegmentEvent } from "./useEvents.ts";

/** A switch may stand twice in a segment, so its place tells readings apart. */
type Reading = SegmentEvent["evidence"]["elements"][number] & { place: number };

/** What shows that an event is one. */
export const EventEvidence = ({ event }: { event: Event }) =>
  event.kind === "intent" ? <DriftEvidence event={event} /> : <SegmentEvidence event={event} />;

/** The numbers behind an event: the window that raised it, and each element then beside what it usually takes. */
function SegmentEvidence({ event }: { event: SegmentEvent }) {
  const { evidence } = event;
  const { elements, blame } = evidence;
  const unit = chooseLatencyUnit(elements.flatMap((e) => [e.meanUs, e.usualUs]));
  const us = LATENCY_UNIT_LABEL[unit];
  const columns: Column<Reading>[] = [
    {
      id: "element",
      header: "Element",
      cell: (e) => (
        <span
          className={
            e.label === blame?.label && e.meanUs === blame.meanUs ? "font-semibold text-bad" : undefined
          }
        >
          {e.label} <span className="text-xs font-normal text-ink-3">{e.kind}</span>
        </span>
      ),
    },
    { id: "now", header: "Then", unit: us, numeric: true, cell: (e) => formatLatency(e.meanUs, unit) },
    { id: "usual", header: "Usually", unit: us, numeric: true, cell: (e) => formatLatency(e.usualUs, unit) },
    {
      id: "excess",
      header: "More",
      unit: us,
      numeric: true,
      cell: (e) =>
        formatLatencyDelta(e.meanUs === null || e.usualUs === null ? null : e.meanUs - e.usualUs, unit),
    },
  ];
  const facts: (readonly [string, string])[] = [
    ["p99 of the window", formatLatencyWithUnit(evidence.p99Us)],
    ["Alarm rises above", formatLatencyWithUnit(evidence.triggerUs)],
    ["Alarm clears below", formatLatencyWithUnit(evidence.resetUs)],
    ["PL, DL", `${formatLatencyWithUnit(evidence.plUs)}, ${formatLatencyWithUnit(evidence.dlUs)}`],
    ["Packets", formatCount(evidence.count)],
    ["Above PL, above DL", `${formatCount(evidence.abovePl)}, ${formatCount(evidence.aboveDl)}`],
    ["Dropped", formatCount(evidence.dropped)],
    ["Telemetry reports missing", formatCount(evidence.sequenceGaps)],
    ...evidence.budgets.map(
      (b) =>
        [
          `p${b.percent}, at most ${formatLatencyWithUnit(b.maxUs)}`,
          formatLatencyWithUnit(b.observedUs),
        ] as const,
    ),
    ...(evidence.missing.length > 0 ? [["No longer passed", evidence.missing.join(", ")] as const] : []),
    ...(evidence.added.length > 0 ? [["Passed now", evidence.added.join(", ")] as const] : []),
  ];
  return (
    <div className="grid gap-4 md:grid-cols-[minmax(14rem,20rem)_1fr]">
      <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="min-w-0">
        {elements.length > 0 ? (
          <ScrollArea label="Elements while the alarm rose">
            <Table
              caption="Elements while the alarm rose"
              columns={columns}
              rows={elements.map((e, place) => ({ ...e, place }))}
              rowKey={(e) => String(e.place)}
            />
          </ScrollArea>
        ) : (
          <p className="text-ink-3">The segment is bound without elements: nothing can be blamed.</p>
        )}
        {blame ? (
          <p className="mt-2 text-ink-2">
            {blame.label} causes {formatPercent(blame.shareOfExcess)} of the excess latency.
          </p>
        ) : null}
      </div>
    </div>
  );
}
