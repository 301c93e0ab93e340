import { Badge } from "@p4twin/ui";
import type { RouterOutputs } from "@/lib/trpc.ts";

export type Review = RouterOutputs["reviews"]["get"];
export type ReviewSummary = RouterOutputs["reviews"]["list"][number];

const TONES = { open: "neutral", approved: "ok", rejected: "bad" } as const;

/** Whether a rule fails, and what people said last. */
export function ReviewBadges({ failed, state }: Pick<ReviewSummary, "failed" | "state">) {
  return (
    <span className="flex gap-1.5">
      <Badge tone={failed ? "bad" : "ok"}>{failed ? "a rule fails" : "rules hold"}</Badge>
      <Badge tone={TONES[state]}>{state}</Badge>
    </span>
  );
}
