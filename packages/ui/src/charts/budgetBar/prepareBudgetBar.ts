import { formatLatencyDelta, formatLatencyWithUnit } from "../../format/index.ts";

export interface BudgetBarInput {
  /** null: there is none, as for a chain without a place */
  valueUs: number | null;
  /** the same before a change; null without one */
  baselineUs?: number | null;
  /** null: best effort */
  budgetUs?: number | null;
  plUs?: number | null;
  dlUs?: number | null;
}

export interface BudgetBarModel {
  /** shares of the width, 0..1; null where unknown */
  value: number | null;
  /** null also where it is the value itself: nothing to see behind it */
  baseline: number | null;
  marks: { kind: "budget" | "pl" | "dl"; at: number }[];
  /** the worst mark that the value is above */
  over: "budget" | "pl" | "dl" | null;
  summary: string;
}

/** The last mark stands at this share of the bar, so that what goes over it is seen (our choice). */
const MARK_AT = 0.8;
/** Delays are compared with this tolerance, as everywhere in placement. */
const TOLERANCE_US = 1e-6;

/** One delay on a scale of its own: its limits, and where it stood before. */
export function prepareBudgetBar({
  valueUs,
  baselineUs = null,
  budgetUs = null,
  plUs = null,
  dlUs = null,
}: BudgetBarInput): BudgetBarModel {
  const limits = [
    { kind: "pl" as const, us: plUs },
    { kind: "dl" as const, us: dlUs },
    { kind: "budget" as const, us: budgetUs },
  ].flatMap(({ kind, us }) => (us === null ? [] : [{ kind, us }]));
  const lastUs = Math.max(0, ...limits.map(({ us }) => us));
  const endUs = Math.max(lastUs / MARK_AT, valueUs ?? 0, baselineUs ?? 0) || 1;
  const moved = baselineUs !== null && (valueUs === null || Math.abs(baselineUs - valueUs) > TOLERANCE_US);
  const over =
    limits.filter(({ us }) => valueUs !== null && valueUs > us + TOLERANCE_US).at(-1)?.kind ?? null;
  const words = [
    valueUs === null ? "no delay" : formatLatencyWithUnit(valueUs),
    moved && valueUs !== null
      ? `before ${formatLatencyWithUnit(baselineUs)} (${formatLatencyDelta(valueUs - baselineUs, "us")} µs)`
      : null,
    ...limits.map(
      ({ kind, us }) => `${kind === "budget" ? kind : kind.toUpperCase()} ${formatLatencyWithUnit(us)}`,
    ),
    over === null ? null : `above ${over === "budget" ? "budget" : over.toUpperCase()}`,
  ];
  return {
    value: valueUs === null ? null : valueUs / endUs,
    baseline: moved ? baselineUs / endUs : null,
    marks: limits.map(({ kind, us }) => ({ kind, at: us / endUs })),
    over,
    summary: words.filter((word) => word !== null).join(", "),
  };
}
