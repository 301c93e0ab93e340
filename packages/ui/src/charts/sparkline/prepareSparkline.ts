import { formatLatencyWithUnit } from "../../format/index.ts";

export interface SparklineInput {
  /** Latencies in microseconds at equal steps of time; null is a gap. */
  valuesUs: readonly (number | null)[];
  plUs?: number | null;
  dlUs?: number | null;
}

export interface SparklineModel {
  /** Unbroken stretches of points, [index, us]. */
  runs: [index: number, us: number][][];
  /** Points above PL or DL, drawn as dots. */
  over: { index: number; us: number; limit: "pl" | "dl" }[];
  last: { index: number; us: number } | null;
  domainUs: [number, number];
  /** Thresholds inside the domain. */
  limits: { kind: "pl" | "dl"; us: number }[];
  summary: string;
}

/**
 * A threshold is in view when it is at most this many times the largest value (our choice): farther off it
 * would flatten the line.
 */
const REACH = 4;

/** Ready model of a sparkline of one latency quantile. Zero is always in view, so that height means something. */
export function prepareSparkline({ valuesUs, plUs = null, dlUs = null }: SparklineInput): SparklineModel {
  const runs: SparklineModel["runs"] = [];
  const over: SparklineModel["over"] = [];
  let last: SparklineModel["last"] = null;
  let highest = 0;
  let open = false;
  valuesUs.forEach((us, index) => {
    if (us === null || !Number.isFinite(us)) {
      open = false;
      return;
    }
    if (open) runs.at(-1)?.push([index, us]);
    else runs.push([[index, us]]);
    open = true;
    highest = Math.max(highest, us);
    last = { index, us };
    if (dlUs !== null && us > dlUs) over.push({ index, us, limit: "dl" });
    else if (plUs !== null && us > plUs) over.push({ index, us, limit: "pl" });
  });
  const limits = (
    [
      { kind: "pl", us: plUs },
      { kind: "dl", us: dlUs },
    ] as const
  ).flatMap(({ kind, us }) => (us !== null && us <= highest * REACH ? [{ kind, us }] : []));
  const top = Math.max(highest, ...limits.map((limit) => limit.us));
  const end: SparklineModel["last"] = last;
  const known = valuesUs.some((us) => us !== null);
  return {
    runs,
    over,
    last: end,
    domainUs: [0, top > 0 ? top * 1.08 : 1],
    limits,
    summary: known
      ? [
          `latest ${formatLatencyWithUnit(lastKnown(valuesUs))}`,
          `highest ${formatLatencyWithUnit(highest)}`,
          ...(plUs === null ? [] : [`PL ${formatLatencyWithUnit(plUs)}`]),
          ...(dlUs === null ? [] : [`DL ${formatLatencyWithUnit(dlUs)}`]),
        ].join(", ")
      : "no data",
  };
}

const lastKnown = (values: readonly (number | null)[]) => values.findLast((value) => value !== null) ?? null;
