"use client";
import { Panel, SkeletonRows, StatTile } from "@p4twin/ui";
import { formatPercent, formatPercentDelta } from "@p4twin/ui/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { instants, useFollowedRange } from "@/lib/useFollowedRange.ts";
import { calibrationWords, coverageWords, driftWords, percentileWords } from "./driftWords.ts";
import { ResidualChart } from "./ResidualChart.tsx";

type Ruling = RouterOutputs["twin"]["state"][number]["ruling"];
type Held = RouterOutputs["twin"]["residuals"];

const REFRESH_MS = 5_000;
/** As many as the chart has room for. */
const POINTS = 300;

/** How well the model holds for one segment: residual over time, coverage of its interval, drift. */
export function HeldPanel({
  ruling,
  deploymentId,
  segment,
  range,
  spanS,
}: {
  /** the verdict on the segment, which the drift tile agrees with */
  ruling: Ruling | null;
  deploymentId: string;
  segment: { id: string; name: string };
  range: [number, number] | null;
  spanS: number;
}) {
  const trpc = useTRPC();
  const asked = useFollowedRange(range, spanS, REFRESH_MS);
  const residuals = useQuery(
    trpc.twin.residuals.queryOptions(
      { deploymentId, segmentIds: [segment.id], range: instants(asked), maxPoints: POINTS },
      { placeholderData: keepPreviousData, staleTime: Infinity, gcTime: 10_000 },
    ),
  );
  return (
    <Panel title="Does the model hold?">
      <QueryView query={residuals} what="The residuals" skeleton={<SkeletonRows rows={6} />}>
        {(data) => <HeldView data={data} ruling={ruling} segment={segment} range={asked} />}
      </QueryView>
    </Panel>
  );
}

function HeldView({
  data,
  ruling,
  segment,
  range,
}: {
  data: Held;
  ruling: Ruling | null;
  segment: { id: string; name: string };
  range: readonly [number, number];
}) {
  const held = data.segments.find((s) => s.segmentId === segment.id);
  if (!held) return <p className="text-ink-2 text-sm">No prediction for this segment in this range.</p>;
  const { coverage, bias } = held;
  const next = calibrationWords(held.calibration);
  const tail = percentileWords(held.packetsAbove);
  // a drift of the model before this one says nothing of this one
  const changedMs = Math.max(0, ...held.predictions.filter((p) => p.basisChanged).map((p) => p.atMs));
  const isOver = held.drift?.phase === "drifted" && (held.drift.sinceMs ?? 0) < changedMs;
  const drift = isOver ? { phase: "warming" as const, sinceMs: null, shift: null } : held.drift;
  const drifting = driftWords(drift, ruling);
  const low = coverage.high !== null && coverage.high < data.nominalCoverage;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3">
        <StatTile
          label="Means inside their interval"
          value={formatPercent(coverage.share)}
          context={`at least ${formatPercent(data.nominalCoverage)} wanted`}
          tone={low ? "warn" : "neutral"}
        />
        <StatTile label="Next windows" value={next.value} context={next.context} />
        <StatTile label="Packets above the predicted p99" value={tail.value} context={tail.context} />
        <StatTile
          label="Residual, mean"
          value={bias ? formatPercentDelta(bias.meanShare) : null}
          context={bias ? `RMS ${formatPercent(bias.rmsShare)}` : "nothing to compare"}
        />
        <StatTile
          label="Drift"
          value={drifting.value}
          context={drifting.context}
          tone={drift?.phase === "drifted" || ruling?.verdict === "drifts" ? "warn" : "neutral"}
        />
      </div>
      <p className="text-ink-2 text-xs first-letter:uppercase">{coverageWords(coverage)}.</p>
      <ResidualChart name={segment.name} range={range} held={held} />
    </div>
  );
}
