import type { Verdict } from "@p4twin/ui";
import { badgeVerdict } from "@/lib/badgeVerdict.ts";
import type { RouterOutputs } from "@/lib/trpc.ts";

export type SegmentState = RouterOutputs["twin"]["state"][number];

const RANK: Record<Verdict, number> = { violated: 0, drifts: 1, "no-data": 2, holds: 3 };

/** The verdict of a whole chain: that of its worst segment, and in words which one. */
export function chainVerdict(
  states: readonly SegmentState[] | undefined,
  nameOf: (segmentId: string) => string,
): { verdict: Verdict; text: string } {
  if (!states) return { verdict: "no-data", text: "Reading the latest reports…" };
  const [worst] = [...states].sort((a, b) => RANK[badgeVerdict(a.verdict)] - RANK[badgeVerdict(b.verdict)]);
  if (!worst) return { verdict: "no-data", text: "No segment is bound yet." };
  const { title, headline } = worst.ruling;
  const verdict = badgeVerdict(worst.verdict);
  if (verdict !== "holds") return { verdict, text: `${nameOf(worst.segmentId)}: ${title}, ${headline}.` };
  // what was not predicted cannot agree
  const agrees = states.every((s) => s.residual !== null);
  return {
    verdict,
    text: agrees
      ? "Every segment is within budget, and the model agrees."
      : "Every segment is within budget. Add a program and a profile to get a prediction.",
  };
}
