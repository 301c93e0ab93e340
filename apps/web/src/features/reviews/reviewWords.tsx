import { Badge } from "@p4twin/ui";
import { LATENCY_UNIT_LABEL } from "@p4twin/ui/format";
import type { RouterOutputs } from "@/lib/trpc.ts";

export type Review = RouterOutputs["reviews"]["get"];
export type ReviewSummary = RouterOutputs["reviews"]["list"][number];

/** The rules of a review that hold something, as its file would write them. */
export const heldRules = (rules: Review["question"]["rules"], isOfProgram: boolean): string[] =>
  Object.entries(rules).flatMap(([name, value]) => {
    // chains are those of clouds, and held there unless a rule says otherwise
    if (value === "allow" || (isOfProgram && name === "chains")) return [];
    if (typeof value !== "object") return [`${name}: ${value}`];
    return Object.entries(value).map(([of, us]) => `${name}: ${of} ${us} ${LATENCY_UNIT_LABEL.us}`);
  });

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
