import { formatClock, formatPercent, formatPercentDelta } from "@p4twin/ui/format";
import type { RouterOutputs } from "@/lib/trpc.ts";

type Held = RouterOutputs["twin"]["residuals"]["segments"][number];

type Ruling = RouterOutputs["twin"]["state"][number]["ruling"];

/** The drift of a segment in words. A model that is off from the start moves no detector, but the verdict names it. */
export function driftWords(
  drift: Held["drift"],
  ruling: Pick<Ruling, "cause" | "headline"> | null = null,
): { value: string; context: string } {
  if (ruling?.cause === "offset" && drift?.phase !== "drifted")
    return { value: "constant offset", context: ruling.headline };
  if (!drift) return { value: "not watched", context: "no window with a prediction yet" };
  if (drift.phase === "warming") return { value: "learning", context: "the usual residual" };
  if (drift.phase === "watching") return { value: "none", context: "the residual is as usual" };
  const since = drift.sinceMs === null ? "" : `since ${formatClock(drift.sinceMs)}`;
  return {
    value: drift.shift === null ? "yes" : formatPercentDelta(drift.shift),
    context: since || "since an unknown time",
  };
}

/** How often the observation lay inside the predicted interval, with the 95 % interval of that share. */
export function coverageWords({ inside, total, low, high }: Held["coverage"]): string {
  if (total === 0) return "No window has a prediction";
  const between =
    low === null || high === null ? "" : `, 95 % interval ${formatPercent(low)} to ${formatPercent(high)}`;
  return `${inside === total ? `All ${total} windows` : `${inside} of ${total} windows`} matched the prediction in force at the time${between}`;
}

/** Within what share of the prediction the next windows lie, as the live ones say, and how often that was so. */
export function calibrationWords({ level, halfShare, windows, coverage }: Held["calibration"]): {
  value: string | null;
  context: string;
} {
  if (halfShare === null) return { value: null, context: "too few windows to calibrate on" };
  const held = coverage.share === null ? "" : `, held by ${formatPercent(coverage.share)}`;
  return {
    value: `± ${formatPercent(halfShare)}`,
    context: `for ${formatPercent(level)} of them, calibrated on ${windows} live windows${held}`,
  };
}

/** How many packets took longer than the predicted percentiles, which 50, 5 and 1 % should. */
export function percentileWords(above: Held["packetsAbove"]): { value: string | null; context: string } {
  if (above === null) return { value: null, context: "no percentiles are predicted" };
  return {
    value: formatPercent(above.p99),
    context: `1 % predicted; above p95 ${formatPercent(above.p95)}, above p50 ${formatPercent(above.p50)}`,
  };
}
