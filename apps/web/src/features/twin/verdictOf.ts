import type { Verdict } from "@p4twin/ui";
import { formatPercentDelta } from "@p4twin/ui/format";
import type { RouterOutputs } from "@/lib/trpc.ts";

export type SegmentState = RouterOutputs["twin"]["state"][number];

/** The API's verdict in the spelling of the badge. */
export const verdictOf = (verdict: SegmentState["verdict"]): Verdict =>
  verdict === "noData" ? "no-data" : verdict;

const RANK: Record<Verdict, number> = { violated: 0, drifts: 1, "no-data": 2, holds: 3 };

/** The verdict of a whole chain: that of its worst segment, and in words which one. */
export function chainVerdict(
  states: readonly SegmentState[] | undefined,
  nameOf: (segmentId: string) => string,
): { verdict: Verdict; text: string } {
  if (!states) return { verdict: "no-data", text: "Looking at what arrived lately…" };
  const [worst] = [...states].sort((a, b) => RANK[verdictOf(a.verdict)] - RANK[verdictOf(b.verdict)]);
  if (!worst) return { verdict: "no-data", text: "No segment is bound yet." };
  const verdict = verdictOf(worst.verdict);
  const name = nameOf(worst.segmentId);
  const text = {
    violated: `${name} is over its latency budget.`,
    drifts: `${name} drifts from its prediction (${formatPercentDelta(worst.residual?.share)}).`,
    "no-data": `Nothing was observed of ${name} in this range.`,
    holds: "Every segment is within budget, and the model agrees.",
  }[verdict];
  return { verdict, text };
}
