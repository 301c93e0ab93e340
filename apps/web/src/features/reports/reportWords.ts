import { formatPercentDelta } from "@p4twin/ui/format";
import type { FrozenObserved } from "./frozen.ts";

const join = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** The answer of a twin report: which segments held their budget, and whether the predictions did. */
export function twinAnswer({ states, twin }: Pick<FrozenObserved, "states" | "twin">): string {
  const nameOf = (id: string) => twin.segments.find((s) => s.segment.id === id)?.segment.name ?? id;
  const named = (verdict: string) =>
    states.filter((s) => s.verdict === verdict).map((s) => nameOf(s.segmentId));
  const violated = named("violated");
  const silent = named("noData");
  const drifting = states
    .filter((s) => s.verdict === "drifts")
    .map((s) => `${nameOf(s.segmentId)} (${formatPercentDelta(s.residual?.share)})`);
  const agreeing = states.filter((s) => s.verdict === "holds" && s.residual !== null).length;
  const seen = states.length - silent.length;
  return [
    seen === 0
      ? "Nothing was observed in this range."
      : violated.length > 0
        ? `No: ${join(violated)} ${violated.length === 1 ? "was" : "were"} over the latency budget when this was frozen.`
        : "Yes: every segment that was observed was within its latency budget when this was frozen.",
    drifting.length > 0
      ? `The prediction parts from what was observed in ${join(drifting)}.`
      : agreeing > 0
        ? `Predicted and observed agree in ${violated.length > 0 ? "the others" : "all of them"}.`
        : "",
    silent.length > 0 && seen > 0 ? `Nothing was observed of ${join(silent)}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}
