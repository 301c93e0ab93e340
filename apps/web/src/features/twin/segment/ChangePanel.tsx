"use client";
import { Panel } from "@p4twin/ui";
import { formatClock, formatLatencyWithUnit } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import type { SegmentState } from "../chainVerdict.ts";
import { observedQueue, passNames, queueText } from "./queueWords.ts";

type TwinSegment = RouterOutputs["twin"]["get"]["segments"][number];

/** A queue that serves more than this share of its time is near its bend (our choice). */
const BUSY = 0.8;
/** How far back versions of the model and of thresholds are shown, ms. */
const RECENT_MS = 24 * 3_600_000;

/** What may have changed: load and queue, path, versions that the prediction rests on, PL and DL. */
export function ChangePanel({
  deploymentId,
  twin,
  state,
}: {
  deploymentId: string;
  twin: TwinSegment;
  state: SegmentState | undefined;
}) {
  const trpc = useTRPC();
  const { segment, queues } = twin;
  const thresholds = useQuery(
    trpc.deployments.thresholdHistory.queryOptions({ id: deploymentId, segmentId: segment.id }),
  );
  const ruling = state?.ruling;
  const isQueue = ruling?.verdict === "violated" && ["loss", "queueing"].includes(ruling.cause ?? "");
  const culprit = isQueue ? ruling.elementIndex : null;
  const switches = segment.elements.filter((e) => e.kind === "switch");
  const [last] = thresholds.data ?? [];
  const recent = last && Date.now() - Date.parse(last.changedAt) < RECENT_MS ? last : null;
  const depthOf = (element: number) => observedQueue(state?.parts, element);
  const names = passNames(segment.elements);
  // a queue that the binding does not describe, and of which reports tell
  const undescribed = segment.elements.flatMap((e, i) =>
    e.kind === "switch" && !queues.some((q) => q.element === i)
      ? [{ label: names[i] ?? e.label, element: i }]
      : [],
  );
  const rows: [what: string, value: string, loud: boolean][] = [
    ...undescribed.flatMap(({ label, element }): [string, string, boolean][] => {
      const depth = depthOf(element);
      return depth === null ? [] : [[`Queue of ${label}`, depth, culprit === element]];
    }),
    ...queues.map((q): [string, string, boolean] => [
      `Queue of ${names[q.element] ?? q.label}`,
      queueText(q, depthOf(q.element), culprit === q.element),
      culprit === q.element || (q.utilisation !== null && q.utilisation > BUSY),
    ]),
    ["Path", ruling?.cause === "path" ? ruling.headline : "as described", ruling?.cause === "path"],
    [
      "Culprit",
      ruling?.element ? (ruling.line.split("; ").at(-1) ?? ruling.element) : "none",
      Boolean(ruling?.element),
    ],
    [
      "Programs",
      [...new Set(switches.map((e) => `${e.label} ${e.program?.replace(/^lib:/, "") ?? "not known"}`))].join(
        ", ",
      ),
      false,
    ],
    [
      "Profiles",
      [...new Set(switches.map((e) => `${e.label} ${e.device ?? "not known"}`))].join(", "),
      false,
    ],
    [
      "PL and DL",
      recent
        ? `set at ${formatClock(Date.parse(recent.changedAt))}: now ${formatLatencyWithUnit(segment.plUs)} and ${formatLatencyWithUnit(segment.dlUs)}`
        : `unchanged for a day: ${formatLatencyWithUnit(segment.plUs)} and ${formatLatencyWithUnit(segment.dlUs)}`,
      false,
    ],
  ];
  return (
    <Panel title="What changed" subtitle="load, path, versions, thresholds">
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
        {rows.map(([what, value, loud]) => (
          <div key={what} className="contents">
            <dt className="text-ink-2">{what}</dt>
            <dd className={loud ? "font-medium text-warn" : ""}>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
