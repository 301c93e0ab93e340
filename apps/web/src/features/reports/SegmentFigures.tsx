"use client";
import { fillBuckets, Histogram, TwinTable, Waterfall, type WaterfallHop } from "@p4twin/ui/charts";
import {
  chooseLatencyUnit,
  formatLatency,
  formatLatencyDelta,
  formatLatencyInterval,
  formatLatencyWithUnit,
  LATENCY_UNIT_LABEL,
} from "@p4twin/ui/format";
import { LiveSeries, type SeriesEvent, staticSource } from "@p4twin/ui/series";
import type { FrozenEvent, FrozenSegment, FrozenSeries, FrozenState } from "./frozen.ts";
import { Figure, ReportSection } from "./ReportSection.tsx";

export type SegmentFiguresProps = {
  segment: FrozenSegment;
  state: FrozenState | undefined;
  series: FrozenSeries | undefined;
  events: readonly FrozenEvent[];
  bucketMs: number;
  /** epoch ms */
  range: [number, number];
};

/**
 * PL stands in the waterfall when it is at most this many times the delay (our choice): farther off it would
 * flatten the bars.
 */
const PL_REACH = 4;

/** Elements as bars. Links are left out: INT cannot see them, so they are part of neither total. */
const hopsOf = (
  { segment, elementPredictions }: FrozenSegment,
  state: FrozenState | undefined,
): WaterfallHop[] =>
  segment.elements.flatMap((element, i) => {
    if (element.kind === "link") return [];
    const p = elementPredictions[i];
    return [
      {
        id: String(i + 1),
        label: element.label,
        predicted: (p?.terms ?? []).map((t) => ({ what: t.label === "VNF" ? "vnf" : t.label, us: t.us })),
        predictedLowUs: p?.lowUs ?? null,
        predictedHighUs: p?.highUs ?? null,
        observedUs: state?.parts[i + 1]?.meanUs ?? null,
      },
    ];
  });

const flagsOf = (events: readonly FrozenEvent[]): SeriesEvent[] =>
  events.map((e) => ({ id: e.id, x: Date.parse(e.openedAt) / 1000, label: e.message, tone: "bad" }));

/** The figures of one segment, each beside its numbers. */
export function SegmentFigures({
  segment: frozen,
  state,
  series,
  events,
  bucketMs,
  range,
}: SegmentFiguresProps) {
  const { segment, prediction, elementPredictions } = frozen;
  const { name, plUs, dlUs, elements } = segment;
  const whole = state?.parts[0];
  const bars = state?.distribution ?? [];
  const predicted =
    prediction.meanUs !== null && prediction.lowUs !== null && prediction.highUs !== null
      ? { meanUs: prediction.meanUs, lowUs: prediction.lowUs, highUs: prediction.highUs }
      : null;
  const plNear = plUs <= PL_REACH * Math.max(whole?.meanUs ?? 0, prediction.meanUs ?? 0);
  const unit = chooseLatencyUnit(elementPredictions.map((p) => p.meanUs));
  const us = LATENCY_UNIT_LABEL[unit];
  const fill = (value: number | null) => (series?.startMs ?? []).map(() => value);
  return (
    <ReportSection title={name}>
      {series && series.startMs.length > 0 ? (
        <Figure
          caption={`Latency over time: p50, p95 and p99 of each ${bucketMs / 1000} s, predicted mean with its interval, PL ${formatLatencyWithUnit(plUs)} and DL ${formatLatencyWithUnit(dlUs)}. The numbers stand in the appendix.`}
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
            band={predicted ? { low: "low", high: "high", mean: "predicted" } : null}
            plUs={plUs}
            dlUs={dlUs}
            events={flagsOf(events)}
            range={[range[0] / 1000, range[1] / 1000]}
            gapSeconds={(2.5 * bucketMs) / 1000}
            height={220}
          />
        </Figure>
      ) : (
        <p className="text-ink-3">Nothing was observed of this segment in the range.</p>
      )}
      {elements.length > 0 ? (
        <>
          <Figure caption="Where the time goes: mean of each element, predicted above observed.">
            <Waterfall
              label={`Delay of ${name}`}
              hops={hopsOf(frozen, state)}
              budgetUs={plNear ? plUs : null}
            />
          </Figure>
          <div className="break-inside-avoid">
            <TwinTable
              label={`Elements of ${name}`}
              twin={{
                head: [
                  { label: "Element" },
                  { label: "Kind" },
                  { label: `Predicted ${us}`, numeric: true },
                  { label: `Observed mean ${us}`, numeric: true },
                  { label: `Difference ${us}`, numeric: true },
                ],
                rows: elements.map((element, i) => {
                  const p = elementPredictions[i];
                  const mean = state?.parts[i + 1]?.meanUs ?? null;
                  return [
                    element.label,
                    element.kind,
                    element.kind === "link"
                      ? "not counted"
                      : formatLatencyInterval(p?.meanUs ?? null, p?.lowUs ?? null, p?.highUs ?? null, unit),
                    element.kind === "link" ? "not observable" : formatLatency(mean, unit),
                    formatLatencyDelta(
                      mean === null || p?.meanUs === null || p?.meanUs === undefined ? null : mean - p.meanUs,
                      unit,
                    ),
                  ];
                }),
              }}
            />
          </div>
        </>
      ) : null}
      {bars.length > 0 ? (
        <Figure caption="Distribution of the observed latency over the whole range, on a logarithmic scale; the predicted mean with its interval behind it.">
          <Histogram
            label={`Distribution of the latency of ${name}`}
            {...fillBuckets(bars)}
            predicted={predicted}
            plUs={plUs}
            dlUs={dlUs}
            quantiles={[
              ...(whole?.p50Us ? [{ label: "p50", us: whole.p50Us }] : []),
              ...(whole?.p99Us ? [{ label: "p99", us: whole.p99Us }] : []),
            ]}
            height={180}
          />
        </Figure>
      ) : null}
    </ReportSection>
  );
}
