import { formatClock, formatPercent, formatPercentDelta } from "@p4twin/ui/format";
import type { RouterOutputs } from "@/lib/trpc.ts";

type Held = RouterOutputs["twin"]["residuals"]["segments"][number];

/** What the drift detector says of a segment, in words. */
export function driftWords(drift: Held["drift"]): { value: string; context: string } {
  if (!drift) return { value: "not watched", context: "no predicted window yet" };
  if (drift.phase === "warming") return { value: "learning", context: "what is usual here" };
  if (drift.phase === "watching") return { value: "none", context: "the residual is as usual" };
  const since = drift.sinceMs === null ? "" : `since ${formatClock(drift.sinceMs)}`;
  return {
    value: drift.shift === null ? "yes" : formatPercentDelta(drift.shift),
    context: since || "since an unknown time",
  };
}

/** How often the observation lay inside the predicted interval, with the 95 % interval of that share. */
export function coverageWords({ inside, total, low, high }: Held["coverage"]): string {
  if (total === 0) return "no window has a prediction";
  const between =
    low === null || high === null ? "" : `, 95 % interval ${formatPercent(low)} to ${formatPercent(high)}`;
  return `${inside} of ${total} windows lie inside the predicted interval${between}`;
}
