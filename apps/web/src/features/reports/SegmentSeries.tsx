"use client";
import { formatLatencyWithUnit, type LatencyUnit } from "@p4twin/ui/format";
import { LiveSeries, type SeriesEvent, staticSource } from "@p4twin/ui/series";
import type { FrozenEvent, FrozenSegment, FrozenSeries } from "./frozen.ts";
import { Figure } from "./ReportSection.tsx";

export type SegmentSeriesProps = {
  segment: FrozenSegment;
  series: FrozenSeries | undefined;
  events: readonly FrozenEvent[];
  bucketMs: number;
  /** epoch ms */
  range: [number, number];
  unit: LatencyUnit;
};

const flagsOf = (events: readonly FrozenEvent[]): SeriesEvent[] =>
  events.map((e) => ({ id: e.id, x: Date.parse(e.openedAt) / 1000, label: e.message, tone: "bad" }));

/** Latency of one segment over the range of the report. */
export function SegmentSeries({
  segment: frozen,
  series,
  events,
  bucketMs,
  range,
  unit,
}: SegmentSeriesProps) {
  const { segment, prediction } = frozen;
  const { name, plUs, dlUs } = segment;
  if (!series || series.startMs.length === 0)
    return <p className="text-ink-3">Nothing was observed on {name} in the range.</p>;
  const fill = (value: number | null) => series.startMs.map(() => value);
  const text = (us: number) => formatLatencyWithUnit(us, unit);
  return (
    <Figure
      caption={`Latency of ${name}: p50, p95 and p99 of each ${bucketMs / 1000} s, predicted mean with the interval of that mean (fit and run), PL ${text(plUs)} and DL ${text(dlUs)}. The appendix has the numbers.`}
    >
      <LiveSeries
        label={`Latency of ${name}`}
        source={staticSource({
          x: series.startMs.map((ms) => ms / 1000),
          columns: {
            p50: series.p50Us,
            p95: series.p95Us,
            p99: series.p99Us,
            predicted: fill(prediction.meanUs),
            low: fill(prediction.lowUs),
            high: fill(prediction.highUs),
          },
        })}
        band={
          prediction.meanUs !== null && prediction.lowUs !== null && prediction.highUs !== null
            ? { low: "low", high: "high", mean: "predicted" }
            : null
        }
        plUs={plUs}
        dlUs={dlUs}
        events={flagsOf(events)}
        range={[range[0] / 1000, range[1] / 1000]}
        gapSeconds={(2.5 * bucketMs) / 1000}
        height={220}
        unit={unit}
      />
    </Figure>
  );
}
