import { scaleLinear, scaleLog } from "d3-scale";
import {
  chooseLatencyUnit,
  formatCount,
  formatLatency,
  formatPercent,
  LATENCY_UNIT_LABEL,
  type LatencyUnit,
} from "../../format/index.ts";
import type { TableTwin } from "../shared/ChartFrame.tsx";

/** Distribution of latencies over buckets whose edges stand in microseconds, ascending, positive. */
export interface HistogramInput {
  /** One more edge than counts. */
  edgesUs: readonly number[];
  counts: readonly number[];
  predicted?: { meanUs: number; lowUs: number; highUs: number } | null;
  plUs?: number | null;
  dlUs?: number | null;
  /** Marks such as p50 and p99. */
  quantiles?: readonly { label: string; us: number }[];
  /** Unit of the page; left out, one that suits the distribution. */
  unit?: LatencyUnit | null;
}

export interface HistogramModel {
  bars: { fromUs: number; toUs: number; share: number; title: string }[];
  domainUs: [number, number];
  ticksUs: number[];
  unit: LatencyUnit;
  maxShare: number;
  predicted: { meanUs: number; lowUs: number; highUs: number } | null;
  /** Vertical lines, in order of their place. */
  marks: { kind: "pl" | "dl" | "quantile"; us: number; text: string }[];
  undrawable: string | null;
  summary: string;
  twin: TableTwin;
}

const TICK_STEPS = [1, 2, 5];
/** Our choice: with fewer 1-2-5 ticks than this nobody can read the axis. */
const FEWEST_TICKS = 3;

/**
 * 1-2-5 ticks inside a logarithmic domain; only powers of ten when it spans more than three decades (our choice), round
 * numbers at equal distances when it spans too little for three.
 */
export function logTicks(from: number, to: number): number[] {
  const decades = Math.log10(to / from);
  const steps = decades > 3 ? [1] : TICK_STEPS;
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power += 1) {
    for (const step of steps) {
      const tick = Number((step * 10 ** power).toPrecision(3));
      if (tick >= from * 0.999 && tick <= to * 1.001) ticks.push(tick);
    }
  }
  return ticks.length < FEWEST_TICKS ? scaleLinear().domain([from, to]).ticks(4) : ticks;
}

/**
 * Merges neighbouring buckets until at most `limit` stay: fine sketches have more buckets than a chart has pixels for.
 */
function mergeBuckets(edges: readonly number[], counts: readonly number[], limit: number) {
  const step = Math.max(1, Math.ceil(counts.length / limit));
  const bars: { fromUs: number; toUs: number; count: number }[] = [];
  for (let start = 0; start < counts.length; start += step) {
    const end = Math.min(counts.length, start + step);
    let count = 0;
    for (let index = start; index < end; index += 1) count += counts[index] ?? 0;
    bars.push({ fromUs: edges[start] ?? 0, toUs: edges[end] ?? 0, count });
  }
  return bars;
}

/** Ready model of the log-x histogram: observed bars against the predicted band and the thresholds in view. */
export function prepareHistogram(input: HistogramInput, maxBars = 80): HistogramModel {
  const { edgesUs, counts, predicted = null } = input;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  const drawable = total > 0 && edgesUs.length === counts.length + 1 && (edgesUs[0] ?? 0) > 0;
  const merged = drawable
    ? mergeBuckets(edgesUs.slice(first, last + 2), counts.slice(first, last + 1), maxBars)
    : [];

  const limits = [input.plUs, input.dlUs].filter((us): us is number => typeof us === "number" && us > 0);
  const observedTop = merged.at(-1)?.toUs ?? predicted?.highUs ?? 1;
  // A threshold far above everything seen would press the distribution flat; it is left out beyond a factor
  // of ten (our choice).
  const near = limits.filter((us) => us <= observedTop * 10);
  const lows = [merged[0]?.fromUs, predicted?.lowUs].filter((us): us is number => us !== undefined && us > 0);
  const highs = [observedTop, predicted?.highUs ?? 0, ...near];
  const from = Math.min(...lows, observedTop) / 1.15;
  const to = Math.max(...highs) * 1.15;
  const scale = scaleLog().domain([from, to]);
  const unit = input.unit ?? chooseLatencyUnit([Math.sqrt(from * to)]);
  const label = LATENCY_UNIT_LABEL[unit];
  const words = (us: number) => `${formatLatency(us, unit)} ${label}`;

  const bars = merged.map((bar) => ({
    fromUs: bar.fromUs,
    toUs: bar.toUs,
    share: bar.count / total,
    title: `${formatLatency(bar.fromUs, unit)}–${words(bar.toUs)}: ${formatCount(bar.count)} (${formatPercent(bar.count / total)})`,
  }));
  const marks: HistogramModel["marks"] = [
    ...(input.quantiles ?? []).map(({ label: name, us }) => ({
      kind: "quantile" as const,
      us,
      text: `${name} ${formatLatency(us, unit)}`,
    })),
    ...(typeof input.plUs === "number"
      ? [{ kind: "pl" as const, us: input.plUs, text: `PL ${formatLatency(input.plUs, unit)}` }]
      : []),
    ...(typeof input.dlUs === "number"
      ? [{ kind: "dl" as const, us: input.dlUs, text: `DL ${formatLatency(input.dlUs, unit)}` }]
      : []),
  ]
    .filter((mark) => mark.us >= from && mark.us <= to)
    .sort((a, b) => a.us - b.us);

  return {
    bars,
    domainUs: [scale.domain()[0] ?? from, scale.domain()[1] ?? to],
    ticksUs: logTicks(from, to),
    unit,
    maxShare: Math.max(0, ...bars.map((bar) => bar.share)),
    predicted,
    marks,
    undrawable: drawable
      ? null
      : total === 0
        ? "No packet was observed in this range."
        : "The buckets cannot be drawn on a logarithmic scale.",
    summary: [
      `${formatCount(total)} packets`,
      ...marks.map((mark) => `${mark.text} ${label}`),
      ...(predicted
        ? [
            `predicted ${words(predicted.meanUs)} (${formatLatency(predicted.lowUs, unit)}–${words(predicted.highUs)})`,
          ]
        : []),
    ].join(", "),
    twin: {
      head: [
        { label: `from ${label}`, numeric: true },
        { label: `to ${label}`, numeric: true },
        { label: "packets", numeric: true },
        { label: "share", numeric: true },
      ],
      rows: merged
        .filter((bar) => bar.count > 0)
        .map((bar) => [
          formatLatency(bar.fromUs, unit),
          formatLatency(bar.toUs, unit),
          formatCount(bar.count),
          formatPercent(bar.count / total),
        ]),
    },
  };
}
