"use client";
import type { TuneCell, TuneReport } from "@p4twin/models/control";
import { SegmentedControl } from "@p4twin/ui";
import { HeatMap } from "@p4twin/ui/charts";
import {
  chooseLatencyUnit,
  formatLatency,
  formatLatencyWithUnit,
  formatPercent,
  LATENCY_UNIT_LABEL,
} from "@p4twin/ui/format";
import type { TuningUrl } from "./useTuning.ts";

const SHOWN = {
  loss: { label: "Loss", title: "Loss of latency-critical packets", of: (c: TuneCell) => c.loss },
  p99: { label: "p99", title: "p99 of latency-critical packets", of: (c: TuneCell) => c.p99Us },
  price: { label: "Price", title: "Loss of all other traffic", of: (c: TuneCell) => c.otherLoss },
} as const;

/** The pair nearest to one that is not on the map. */
export const nearest = (cells: readonly TuneCell[], plUs: number, dlUs: number): TuneCell | null =>
  cells.toSorted(
    (a, b) => Math.hypot(a.plUs - plUs, a.dlUs - dlUs) - Math.hypot(b.plUs - plUs, b.dlUs - dlUs),
  )[0] ?? null;

export type ThresholdMapProps = TuningUrl & {
  report: TuneReport;
  selected: TuneCell | null;
  /** thresholds that a running segment has now */
  runningPair: { plUs: number; dlUs: number } | null;
};

/** Loss, p99 or the price for others over PL and DL. */
export function ThresholdMap({ report, selected, runningPair, url, setUrl }: ThresholdMapProps) {
  const shown = SHOWN[url.show];
  const running = runningPair ? nearest(report.cells, runningPair.plUs, runningPair.dlUs) : null;
  const cells = report.cells.map((cell) => ({ x: cell.dlUs, y: cell.plUs, value: shown.of(cell), cell }));
  const unit = chooseLatencyUnit(report.cells.map((c) => c.p99Us));
  const text = (value: number | null): string =>
    url.show === "p99" ? formatLatency(value, unit) : formatPercent(value);
  const describe = ({ cell }: { cell: TuneCell }): string =>
    [
      `PL ${formatLatencyWithUnit(cell.plUs)}, DL ${formatLatencyWithUnit(cell.dlUs)}:`,
      `loss ${formatPercent(cell.loss)}, p99 ${cell.p99Us === null ? "none, over 1 % lost" : formatLatencyWithUnit(cell.p99Us, unit)}, others lose ${formatPercent(cell.otherLoss)}`,
      cell.meetsGoal ? "(meets the goal)" : "",
      cell === report.best ? "(best)" : "",
      cell === running ? "(running now)" : "",
    ].join(" ");
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <SegmentedControl
          aria-label="Shown in the map"
          value={url.show}
          options={(Object.keys(SHOWN) as (keyof typeof SHOWN)[]).map((id) => ({
            value: id,
            label: SHOWN[id].label,
          }))}
          onValueChange={(show) => void setUrl({ show })}
        />
        <p className="text-ink-3 text-xs">
          <span className="mr-1 inline-block size-3 rounded-xs border-2 border-ok align-[-2px]" aria-hidden />{" "}
          meets the goal · ★ best · ◉ running now
        </p>
      </div>
      <HeatMap
        cells={cells}
        label={`${shown.title}${url.show === "p99" ? ` in ${LATENCY_UNIT_LABEL[unit]}` : ""}`}
        xLabel="DL"
        yLabel="PL"
        formatX={formatLatencyWithUnit}
        formatY={formatLatencyWithUnit}
        formatValue={({ value }) => text(value)}
        describe={describe}
        {...(url.show === "p99" ? {} : { bounds: { low: 0, high: 1 } })}
        isInside={({ cell }) => cell.meetsGoal}
        mark={({ cell }) => (cell === report.best ? "★" : cell === running ? "◉" : null)}
        selected={cells.find((c) => c.cell === selected) ?? null}
        onSelect={({ cell }) => void setUrl({ pl: cell.plUs, dl: cell.dlUs })}
      />
    </div>
  );
}
