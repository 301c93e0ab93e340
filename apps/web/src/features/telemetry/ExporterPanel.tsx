import { Badge, Panel } from "@p4twin/ui";
import { FlowCounters } from "@p4twin/ui/charts";
import { formatClock, formatCountExact, formatRelativeTime } from "@p4twin/ui/format";
import { BadDatagram } from "./BadDatagram.tsx";
import { QUIET_MS } from "./exporterCounts.ts";
import { datagramFlow, reportFlow } from "./exporterFlow.ts";
import type { ExporterState } from "./useTelemetry.ts";

/** One exporter: what came of everything it sent. */
export function ExporterPanel({ exporter, nowMs }: { exporter: ExporterState; nowMs: number }) {
  const quiet = nowMs - exporter.lastHeardMs > QUIET_MS;
  const name = exporter.label ?? exporter.address;
  const facts = [
    ["Formats", exporter.formats.join(", ") || "none read yet"],
    ["Node ids in reports", exporter.nodeIds.join(", ") || "none read yet"],
    ["Reports that say: packet dropped", formatCountExact(exporter.droppedPackets)],
    ["Missing by sequence numbers", formatCountExact(exporter.sequenceGaps)],
    ["Came late", formatCountExact(exporter.late)],
    ["Heard since", formatClock(exporter.firstHeardMs)],
  ] as const;
  return (
    <Panel
      title={name}
      subtitle={
        <span title={formatClock(exporter.lastHeardMs)}>
          heard {formatRelativeTime(exporter.lastHeardMs, nowMs)}
        </span>
      }
      actions={<Badge tone={quiet ? "warn" : "ok"}>{quiet ? "quiet" : "sending"}</Badge>}
    >
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
    </Panel>
  );
}
