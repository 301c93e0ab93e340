import { VerdictBadge } from "@p4twin/ui";
import { TwinTable } from "@p4twin/ui/charts";
import {
  formatCountExact,
  formatLatency,
  formatLatencyInterval,
  formatLatencyRange,
  formatLatencyWithUnit,
  formatPercent,
  formatPercentDelta,
  LATENCY_UNIT_LABEL,
  type LatencyUnit,
} from "@p4twin/ui/format";
import { badgeVerdict } from "@/lib/badgeVerdict.ts";
import type { FrozenObserved } from "./frozen.ts";

/** Every segment of a twin report: verdict, observed and predicted latency, thresholds and what crossed them. */
export function SummaryTable({ observed, unit }: { observed: FrozenObserved; unit: LatencyUnit }) {
  const { segments } = observed.twin;
  const stateOf = (id: string) => observed.states.find((s) => s.segmentId === id);
  const us = LATENCY_UNIT_LABEL[unit];
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-ink-3">Verdicts over the range</p>
      <ul className="-mt-2 flex flex-col gap-1">
        {segments.map(({ segment }) => {
          const state = stateOf(segment.id);
          return (
            <li key={segment.id} className="flex flex-wrap items-center gap-2">
              <VerdictBadge verdict={state ? badgeVerdict(state.verdict) : "no-data"} />
              <span className="font-medium">{segment.name}</span>
              <span className="text-ink-3">
                {segment.kind.toUpperCase()}, PL {formatLatencyWithUnit(segment.plUs, unit)}, DL{" "}
                {formatLatencyWithUnit(segment.dlUs, unit)}
              </span>
            </li>
          );
        })}
      </ul>
      <TwinTable
        label="Observed and predicted latency of each segment"
        twin={{
          head: [
            { label: "Segment" },
            { label: `p50 ${us}`, numeric: true },
            { label: `p99 ${us}`, numeric: true },
            { label: `Mean ${us}`, numeric: true },
            { label: `Predicted mean, ± of the mean ${us}`, numeric: true },
            { label: `Predicted, a packet ${us}`, numeric: true },
            { label: "Residual", numeric: true },
          ],
          rows: segments.map(({ segment, prediction: p }) => {
            const state = stateOf(segment.id);
            const whole = state?.parts[0];
            return [
              segment.name,
              formatLatency(whole?.p50Us, unit),
              formatLatency(whole?.p99Us, unit),
              formatLatency(whole?.meanUs, unit),
              formatLatencyInterval(p.meanUs, p.lowUs, p.highUs, unit),
              p.packet ? formatLatencyRange(p.packet.lowUs, p.packet.highUs, unit) : "–",
              formatPercentDelta(state?.residual?.share),
            ];
          }),
        }}
      />
      <TwinTable
        label="Packets of each segment, and how many crossed PL and DL"
        twin={{
          head: [
            { label: "Segment" },
            { label: "Packets", numeric: true },
            { label: "Above PL", numeric: true },
            { label: "Above DL", numeric: true },
            { label: "Dropped", numeric: true },
            { label: "Reports missing", numeric: true },
          ],
          rows: segments.map(({ segment }) => {
            const whole = stateOf(segment.id)?.parts[0];
            return [
              segment.name,
              formatCountExact(whole?.count),
              formatPercent(whole?.shareAbovePl),
              formatPercent(whole?.shareAboveDl),
              formatCountExact(whole?.dropped),
              formatCountExact(whole?.sequenceGaps),
            ];
          }),
        }}
      />
    </div>
  );
}
