import { scaleLinear } from "d3-scale";
import {
  chooseLatencyUnit,
  formatLatency,
  formatLatencyDelta,
  LATENCY_UNIT_LABEL,
  type LatencyIntervals,
  type LatencyUnit,
} from "../../format/index.ts";
import type { TableTwin } from "../shared/ChartFrame.tsx";
import { type DrawnIntervals, drawnIntervals, edgesOf, INTERVAL_ENDS } from "../shared/intervals.ts";
import { compareTerms, termPaint } from "../shared/termPaint.ts";

interface WaterfallPart {
  /** base, parse, table, queue, vnf, link... */
  what: string;
  us: number;
}

/** One hop of a chain; latencies in microseconds. */
export interface WaterfallHop {
  id: string;
  label: string;
  /** Empty when there is no prediction for this hop. */
  predicted: readonly WaterfallPart[];
  /** Of the predicted hop; left out where nothing is known. */
  intervals?: LatencyIntervals;
  /** Observed latency of the whole hop; null when nothing was observed. */
  observedUs: number | null;
  /** Observed parts where they are known, e.g. link and queue apart. */
  observed?: readonly WaterfallPart[];
}

export interface WaterfallBar {
  what: string;
  fromUs: number;
  toUs: number;
  title: string;
}

interface Lane {
  bars: WaterfallBar[];
  fromUs: number;
  totalUs: number | null;
}

export interface WaterfallModel {
  rows: {
    id: string;
    label: string;
    predicted: Lane;
    /** Where the hop may end, from the start of the chain. */
    intervals: DrawnIntervals;
    observed: Lane;
    /** Observed minus predicted; null when one of them is missing. */
    residualUs: number | null;
    predictedText: string;
    observedText: string;
    residualText: string;
  }[];
  total: { predictedUs: number | null; observedUs: number | null; intervals: DrawnIntervals };
  budgetUs: number | null;
  /** Budget minus the larger of the two totals; negative: over budget. */
  slackUs: number | null;
  domainUs: [number, number];
  ticksUs: number[];
  unit: LatencyUnit;
  /** Any interval is drawn, so that the legend names its lines. */
  hasIntervals: boolean;
  constructs: string[];
  undrawable: string | null;
  summary: string;
  twin: TableTwin;
}

function lay(
  parts: readonly WaterfallPart[],
  startUs: number,
  unit: LatencyUnit,
  lane: string,
): WaterfallBar[] {
  let at = startUs;
  return parts
    .filter((part) => part.us !== 0)
    .sort((a, b) => compareTerms(a.what, b.what))
    .map((part) => {
      const next = at + part.us;
      const name = part.what === "observed" ? "whole hop" : termPaint(part.what).label;
      const bar = {
        what: part.what,
        fromUs: Math.min(at, next),
        toUs: Math.max(at, next),
        title: `${lane}, ${name}: ${formatLatency(part.us, unit)} ${LATENCY_UNIT_LABEL[unit]}`,
      };
      at = next;
      return bar;
    });
}

const UNKNOWN: LatencyIntervals = { meanLowUs: null, meanHighUs: null, lowUs: null, highUs: null };

const shifted = (of: LatencyIntervals, byUs: number): DrawnIntervals => {
  const moved = (us: number | null): number | null => (us === null ? null : us + byUs);
  return drawnIntervals({
    meanLowUs: moved(of.meanLowUs),
    meanHighUs: moved(of.meanHighUs),
    lowUs: moved(of.lowUs),
    highUs: moved(of.highUs),
  });
};

const sum = (parts: readonly WaterfallPart[]) => parts.reduce((total, part) => total + part.us, 0);

/**
 * Ready model of the budget waterfall: each hop starts where the one before ended, once as predicted and once as
 * observed. An unobserved hop is a gap: later observed bars then start at their predicted place, and the
 * observed total stays unknown. `inUnit`: that of the page; null chooses by the hops. Intervals of hops do not add
 * up to `totalIntervals`, those of the whole: errors of different hops may cancel out.
 */
export function prepareWaterfall(
  hops: readonly WaterfallHop[],
  budgetUs: number | null,
  inUnit: LatencyUnit | null = null,
  totalIntervals: LatencyIntervals = UNKNOWN,
): WaterfallModel {
  const unit =
    inUnit ??
    chooseLatencyUnit([
      ...hops.map((hop) => (hop.predicted.length > 0 ? sum(hop.predicted) : null)),
      ...hops.map((hop) => hop.observedUs),
    ]);
  const label = LATENCY_UNIT_LABEL[unit];
  let predictedAt = 0;
  let observedAt = 0;
  let predictedKnown = hops.length > 0;
  let observedKnown = hops.length > 0;

  const rows = hops.map((hop) => {
    const predictedUs = hop.predicted.length > 0 ? sum(hop.predicted) : null;
    const predictedFrom = predictedAt;
    const observedFrom = observedAt;
    const rest = hop.observedUs === null ? 0 : hop.observedUs - sum(hop.observed ?? []);
    const observedParts =
      hop.observedUs === null ? [] : [...(hop.observed ?? []), { what: "observed", us: rest }];
    predictedAt += predictedUs ?? hop.observedUs ?? 0;
    observedAt = hop.observedUs === null ? predictedAt : observedAt + hop.observedUs;
    predictedKnown &&= predictedUs !== null;
    observedKnown &&= hop.observedUs !== null;
    const residualUs = predictedUs === null || hop.observedUs === null ? null : hop.observedUs - predictedUs;
    return {
      id: hop.id,
      label: hop.label,
      predicted: {
        bars: lay(hop.predicted, predictedFrom, unit, "predicted"),
        fromUs: predictedFrom,
        totalUs: predictedUs,
      },
      intervals: shifted(hop.intervals ?? UNKNOWN, predictedFrom),
      observed: {
        bars: lay(observedParts, observedFrom, unit, "observed"),
        fromUs: observedFrom,
        totalUs: hop.observedUs,
      },
      residualUs,
      predictedText: formatLatency(predictedUs, unit),
      observedText: formatLatency(hop.observedUs, unit),
      residualText: formatLatencyDelta(residualUs, unit),
    };
  });

  const total = {
    predictedUs: predictedKnown ? predictedAt : null,
    observedUs: observedKnown ? observedAt : null,
    intervals: drawnIntervals(predictedKnown ? totalIntervals : UNKNOWN),
  };
  const worst = [total.predictedUs, total.observedUs].filter((us) => us !== null);
  const slackUs = budgetUs === null || worst.length === 0 ? null : budgetUs - Math.max(...worst);
  const edges = rows.flatMap((row) => [
    ...[...row.predicted.bars, ...row.observed.bars].flatMap((bar) => [bar.fromUs, bar.toUs]),
    ...edgesOf(row.intervals),
  ]);
  edges.push(...edgesOf(total.intervals));
  const hasIntervals = [...hops.map(({ intervals }) => intervals), totalIntervals].some(
    (of) => of !== undefined && edgesOf(drawnIntervals(of)).length > 0,
  );
  const ends = hasIntervals ? INTERVAL_ENDS : [];
  const endsOf = (of: LatencyIntervals = UNKNOWN): string[] =>
    ends.map(([, end]) => formatLatency(of[end], unit));
  const scale = scaleLinear()
    .domain([Math.min(0, ...edges), Math.max(0, budgetUs ?? 0, ...edges) * 1.02])
    .nice(6);
  const [from = 0, to = 1] = scale.domain();

  return {
    rows,
    total,
    budgetUs,
    slackUs,
    domainUs: [from, to],
    ticksUs: scale.ticks(6),
    unit,
    hasIntervals,
    constructs: [
      ...new Set(rows.flatMap((row) => [...row.predicted.bars, ...row.observed.bars].map((bar) => bar.what))),
    ]
      .filter((what) => what !== "observed")
      .sort(compareTerms),
    undrawable:
      hops.length === 0
        ? "This chain has no hops yet."
        : edges.every((edge) => edge === 0)
          ? "Neither a prediction nor an observation for this chain yet."
          : null,
    summary: [
      `predicted ${formatLatency(total.predictedUs, unit)} ${label}`,
      `observed ${formatLatency(total.observedUs, unit)} ${label}`,
      budgetUs === null ? "no budget" : `budget ${formatLatency(budgetUs, unit)} ${label}`,
    ].join(", "),
    twin: {
      head: [
        { label: "hop" },
        { label: `predicted ${label}`, numeric: true },
        { label: `observed ${label}`, numeric: true },
        { label: `difference ${label}`, numeric: true },
        ...ends.map(([title]) => ({ label: `${title} ${label}`, numeric: true })),
      ],
      rows: [
        ...rows.map((row, i) => [
          row.label,
          row.predictedText,
          row.observedText,
          row.residualText,
          ...endsOf(hops[i]?.intervals),
        ]),
        [
          "total",
          formatLatency(total.predictedUs, unit),
          formatLatency(total.observedUs, unit),
          formatLatencyDelta(
            total.predictedUs === null || total.observedUs === null
              ? null
              : total.observedUs - total.predictedUs,
            unit,
          ),
          ...endsOf(totalIntervals),
        ],
        ...(budgetUs === null
          ? []
          : [
              [
                "budget",
                formatLatency(budgetUs, unit),
                formatLatency(budgetUs, unit),
                "",
                ...ends.map(() => ""),
              ],
            ]),
      ],
    },
  };
}
