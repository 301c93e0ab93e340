"use client";
import { type Column, PredictedLatency, Table, VerdictBadge } from "@p4twin/ui";
import { Sparkline } from "@p4twin/ui/charts";
import {
  chooseLatencyUnit,
  formatCount,
  formatLatency,
  formatPercent,
  formatPercentDelta,
  LATENCY_UNIT_LABEL,
} from "@p4twin/ui/format";
import { memo, useSyncExternalStore } from "react";
import { badgeVerdict } from "@/lib/badgeVerdict.ts";
import { predictedOf } from "@/lib/predictedOf.ts";
import type { RouterOutputs } from "@/lib/trpc.ts";
import type { SegmentState } from "../chainVerdict.ts";
import type { LiveStore } from "../liveStore.ts";
import { SPARK_S } from "../useLiveTwin.ts";

type TwinSegment = RouterOutputs["twin"]["get"]["segments"][number];
type Row = TwinSegment & { state: SegmentState | undefined };

/** p99 of the last minute and a half of a segment; drawn anew when a further second has begun, not with every frame. */
const LiveSparkline = memo(function LiveSparkline({
  store,
  segment,
}: {
  store: LiveStore;
  segment: TwinSegment["segment"];
}) {
  const buffer = store.buffer(segment.id, 0);
  const lastX = useSyncExternalStore(buffer.subscribe, buffer.lastX, () => null);
  const { x, columns } = buffer.read();
  const from = (lastX ?? 0) - SPARK_S;
  const p99 = Array.from(columns.p99 ?? [])
    .filter((_, i) => (x[i] ?? 0) >= from)
    .map((us) => (us === null || Number.isNaN(us) ? null : us));
  return (
    <Sparkline label={`p99 of ${segment.name}`} valuesUs={p99} plUs={segment.plUs} dlUs={segment.dlUs} />
  );
});

export type SegmentsTableProps = {
  segments: readonly TwinSegment[];
  states: readonly SegmentState[] | undefined;
  store: LiveStore;
  selected: string | null;
  onSelect: (segmentId: string) => void;
};

/** The segments of a chain: observed, predicted, thresholds and verdict in one line each. */
export function SegmentsTable({ segments, states, store, selected, onSelect }: SegmentsTableProps) {
  const rows: Row[] = segments.map((s) => ({
    ...s,
    state: states?.find((x) => x.segmentId === s.segment.id),
  }));
  const observed = (row: Row) => row.state?.parts[0];
  const unit = chooseLatencyUnit(
    rows.flatMap((r) => [observed(r)?.p50Us, observed(r)?.p99Us, r.prediction.meanUs]),
  );
  const limitUnit = chooseLatencyUnit(rows.flatMap((r) => [r.segment.plUs, r.segment.dlUs]));
  const columns: Column<Row>[] = [
    { id: "name", header: "Segment", cell: (r) => <span className="font-medium">{r.segment.name}</span> },
    {
      id: "kind",
      header: "Kind",
      hint: "UC1: around one switch. UC2: across INT switches.",
      cell: (r) => r.segment.kind.toUpperCase(),
    },
    {
      id: "verdict",
      header: "Verdict",
      cell: (r) =>
        r.state ? (
          <VerdictBadge
            verdict={badgeVerdict(r.state.verdict)}
            detail={r.state.residual ? formatPercentDelta(r.state.residual.share) : undefined}
          />
        ) : null,
    },
    { id: "spark", header: "p99", cell: (r) => <LiveSparkline store={store} segment={r.segment} /> },
    {
      id: "p50",
      header: "p50",
      unit: LATENCY_UNIT_LABEL[unit],
      numeric: true,
      cell: (r) => formatLatency(observed(r)?.p50Us, unit),
    },
    {
      id: "p99n",
      header: "p99",
      unit: LATENCY_UNIT_LABEL[unit],
      numeric: true,
      cell: (r) => formatLatency(observed(r)?.p99Us, unit),
    },
    {
      id: "predicted",
      header: "Predicted mean",
      unit: LATENCY_UNIT_LABEL[unit],
      numeric: true,
      hint: "With one standard deviation of that mean (fit and run); below it that of a packet",
      cell: ({ prediction: p }) => (
        <PredictedLatency {...predictedOf(p)} unit={unit} className="text-predicted" />
      ),
    },
    {
      id: "pl",
      header: "PL",
      unit: LATENCY_UNIT_LABEL[limitUnit],
      numeric: true,
      cell: (r) => formatLatency(r.segment.plUs, limitUnit),
    },
    {
      id: "dl",
      header: "DL",
      unit: LATENCY_UNIT_LABEL[limitUnit],
      numeric: true,
      cell: (r) => formatLatency(r.segment.dlUs, limitUnit),
    },
    {
      id: "abovePl",
      header: "Above PL",
      numeric: true,
      cell: (r) => formatPercent(observed(r)?.shareAbovePl),
    },
    {
      id: "aboveDl",
      header: "Above DL",
      numeric: true,
      cell: (r) => formatPercent(observed(r)?.shareAboveDl),
    },
    { id: "dropped", header: "Dropped", numeric: true, cell: (r) => formatCount(observed(r)?.dropped) },
  ];
  return (
    <Table
      caption="Segments of this chain"
      columns={columns}
      rows={rows}
      rowKey={(r) => r.segment.id}
      selectedKey={selected}
      onSelect={(r) => onSelect(r.segment.id)}
    />
  );
}
