"use client";
import { fillBuckets, Histogram, TwinTable, Waterfall, type WaterfallHop } from "@p4twin/ui/charts";
import {
  formatLatency,
  formatLatencyDelta,
  formatLatencyInterval,
  formatLatencyRange,
  LATENCY_UNIT_LABEL,
} from "@p4twin/ui/format";
import { predictedOf } from "@/lib/predictedOf.ts";
import type { FrozenSegment, FrozenState } from "./frozen.ts";
import { Figure, ReportSection } from "./ReportSection.tsx";
import { SegmentSeries, type SegmentSeriesProps } from "./SegmentSeries.tsx";

export type SegmentFiguresProps = SegmentSeriesProps & {
  state: FrozenState | undefined;
  /** the chart over time is at the head of the report */
  inSummary: boolean;
};

/**
 * PL is in the waterfall when it is at most this many times the delay (our choice): farther off it would
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
        ...(p ? { intervals: predictedOf(p) } : {}),
        observedUs: state?.parts[i + 1]?.meanUs ?? null,
      },
    ];
  });

/** The figures of one segment, each with its numbers. */
export function SegmentFigures({
  segment: frozen,
  state,
  series,
  events,
  bucketMs,
  range,
  unit,
  inSummary,
}: SegmentFiguresProps) {
  const { segment, prediction, elementPredictions } = frozen;
  const { name, plUs, dlUs, elements } = segment;
  const whole = state?.parts[0];
  const bars = state?.distribution ?? [];
  const predicted =
    prediction.meanUs !== null && prediction.packet
      ? { meanUs: prediction.meanUs, lowUs: prediction.packet.lowUs, highUs: prediction.packet.highUs }
      : null;
  const plNear = plUs <= PL_REACH * Math.max(whole?.meanUs ?? 0, prediction.meanUs ?? 0);
  const us = LATENCY_UNIT_LABEL[unit];
  return (
    <ReportSection title={name}>
      {inSummary ? (
        <p className="text-ink-3">Latency over time: the chart of the summary.</p>
      ) : (
        <SegmentSeries {...{ segment: frozen, series, events, bucketMs, range, unit }} />
      )}
      {elements.length > 0 ? (
        <>
          <Figure caption="Where the time goes: mean of each element, predicted above observed.">
            <Waterfall
              label={`Delay of ${name}`}
              hops={hopsOf(frozen, state)}
              budgetUs={plNear ? plUs : null}
              totalIntervals={predictedOf(prediction)}
              unit={unit}
            />
          </Figure>
          <div className="break-inside-avoid">
            <TwinTable
              label={`Elements of ${name}`}
              twin={{
                head: [
                  { label: "Element" },
                  { label: "Kind" },
                  { label: `Predicted, ± of the mean ${us}`, numeric: true },
                  { label: `Predicted, a packet ${us}`, numeric: true },
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
                    p?.packet ? formatLatencyRange(p.packet.lowUs, p.packet.highUs, unit) : "–",
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
        <Figure caption="Distribution of the observed latency over the whole range, on a logarithmic scale; the predicted mean with the interval of a packet (one standard deviation) behind it.">
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
            unit={unit}
          />
        </Figure>
      ) : null}
    </ReportSection>
  );
}
