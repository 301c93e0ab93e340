import type { Verdict } from "@p4twin/ui";
import { formatPercentDelta } from "@p4twin/ui/format";
import { badgeVerdict } from "@/lib/badgeVerdict.ts";
import type { RouterOutputs } from "@/lib/trpc.ts";

export type SegmentState = RouterOutputs["twin"]["state"][number];

const RANK: Record<Verdict, number> = { violated: 0, drifts: 1, "no-data": 2, holds: 3 };

/** The verdict of a whole chain: that of its worst segment, and in words which one. */
export function chainVerdict(
  states: readonly SegmentState[] | undefined,
  nameOf: (segmentId: string) => string,
): { verdict: Verdict; text: string } {
  if (!states) return { verdict: "no-data", text: "Looking at what arrived lately…" };
  const [worst] = [...states].sort((a, b) => RANK[badgeVerdict(a.verdict)] - RANK[badgeVerdict(b.verdict)]);
  if (!worst) return { verdict: "no-data", text: "No segment is bound yet." };
  const verdict = badgeVerdict(worst.verdict);
  const name = nameOf(worst.segmentId);
  const text = {
    violated: `${name} is over its latency budget.`,
    drifts: `${name} drifts from its prediction (${formatPercentDelta(worst.residual?.share)}).`,
    "no-data": `Nothing was observed of ${name} in this range.`,
    // what was not predicted cannot agree
    holds: states.every((s) => s.residual !== null)
      ? "Every segment is within budget, and the model agrees."
      : "Every segment is within budget.",
  }[verdict];
  return { verdict, text };
}
