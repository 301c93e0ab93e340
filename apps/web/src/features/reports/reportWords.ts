import { formatCountExact, formatLatencyWithUnit, formatPercentDelta } from "@p4twin/ui/format";
import type { FrozenObserved, FrozenState } from "./frozen.ts";

const join = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Why a segment did not hold its budget over the range; empty when it did. */
function crossings({ verdict, parts }: FrozenState, plUs: number | undefined): string[] {
  const whole = parts[0];
  const late = plUs !== undefined && whole && whole.p99Us !== null && whole.p99Us > plUs;
  const reasons = [
    ...(late ? [`p99 ${formatLatencyWithUnit(whole.p99Us)} above PL ${formatLatencyWithUnit(plUs)}`] : []),
    ...(whole && whole.dropped > 0 ? [`${formatCountExact(whole.dropped)} packets dropped`] : []),
  ];
  return reasons.length === 0 && verdict === "violated" ? ["its alarm was raised"] : reasons;
}

/** The answer of a twin report: which segments held their budget over the range, and whether the predictions did. */
export function twinAnswer({ states, twin }: Pick<FrozenObserved, "states" | "twin">): string {
  const segmentOf = (id: string) => twin.segments.find((s) => s.segment.id === id)?.segment;
  const nameOf = (s: FrozenState) => segmentOf(s.segmentId)?.name ?? s.segmentId;
  const silent = states.filter((s) => s.verdict === "noData");
  const broken = states
    .map((s) => ({ name: nameOf(s), reasons: crossings(s, segmentOf(s.segmentId)?.plUs) }))
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ name, reasons }) => `${name} (${reasons.join(", ")})`);
  const drifting = states
    .filter((s) => s.verdict === "drifts")
    .map((s) => `${nameOf(s)} (${formatPercentDelta(s.residual?.share)})`);
  const compared = states.filter((s) => s.verdict === "holds" && s.residual !== null).length;
  if (silent.length === states.length && broken.length === 0) return "Nothing was observed in this range.";
  return [
    broken.length > 0
      ? `No: ${join(broken)}.`
      : "Yes: every segment that was observed held its latency budget: its p99 is within PL, and nothing was dropped.",
    drifting.length > 0
      ? `The prediction parts from what was observed in ${join(drifting)}.`
      : compared > 0
        ? `Predicted and observed agree in ${compared === states.length ? "all of them" : `${compared} of ${states.length} segments`}.`
        : "",
    silent.length > 0 ? `No latency was observed of ${join(silent.map(nameOf))}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}
