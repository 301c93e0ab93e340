import {
  formatCountExact,
  formatLatencyWithUnit,
  formatPercentDelta,
  type LatencyUnit,
} from "@p4twin/ui/format";
import type { FrozenObserved, FrozenState } from "./frozen.ts";

const join = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Why a segment did not hold its budget over the range; empty when it did. */
function crossings({ verdict, parts }: FrozenState, plUs: number | undefined, unit: LatencyUnit): string[] {
  const whole = parts[0];
  const late = plUs !== undefined && whole && whole.p99Us !== null && whole.p99Us > plUs;
  const text = (us: number | null) => formatLatencyWithUnit(us, unit);
  const reasons = [
    ...(late ? [`p99 ${text(whole.p99Us)} above PL ${text(plUs)}`] : []),
    ...(whole && whole.dropped > 0 ? [`${formatCountExact(whole.dropped)} packets dropped`] : []),
  ];
  return reasons.length === 0 && verdict === "violated" ? ["its alarm was raised"] : reasons;
}

/**
 * A twin report in two lines: which segments held their budget over the range, and whether the predictions did.
 * Latencies in `unit`, the one of the report.
 */
export function twinSummary(
  { states, twin }: Pick<FrozenObserved, "states" | "twin">,
  unit: LatencyUnit,
): [budget: string, model: string] {
  const segmentOf = (id: string) => twin.segments.find((s) => s.segment.id === id)?.segment;
  const nameOf = (s: FrozenState) => segmentOf(s.segmentId)?.name ?? s.segmentId;
  const silent = states.filter((s) => s.verdict === "noData");
  const broken = states
    .map((s) => ({ name: nameOf(s), reasons: crossings(s, segmentOf(s.segmentId)?.plUs, unit) }))
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ name, reasons }) => `${name} (${reasons.join(", ")})`);
  const drifting = states
    .filter((s) => s.verdict === "drifts")
    .map((s) => `${nameOf(s)} (${formatPercentDelta(s.residual?.share)})`);
  const compared = states.filter((s) => s.verdict === "holds" && s.residual !== null).length;
  const unseen = silent.length > 0 ? `Nothing was observed on ${join(silent.map(nameOf))}.` : "";
  const model =
    drifting.length > 0
      ? `Observed latency differs from the prediction on ${join(drifting)}.`
      : compared > 0
        ? `Predicted and observed latency agree on ${compared === states.length ? "every segment" : `${compared} of ${states.length} segments`}.`
        : "No prediction to compare with.";
  if (silent.length === states.length && broken.length === 0)
    return [
      "Nothing was observed in this range.",
      "Choose another range, or check that the switches report.",
    ];
  return [
    broken.length > 0
      ? `Over budget: ${join(broken)}.`
      : "Every observed segment held its latency budget: p99 within PL, nothing dropped.",
    [model, unseen].filter(Boolean).join(" "),
  ];
}

/** Over its budget first, then by how near its p99 comes to its PL: the segment that a reader asks for. */
export function worstSegment({
  states,
  twin,
}: Pick<FrozenObserved, "states" | "twin">): FrozenObserved["twin"]["segments"][number] | null {
  const loadOf = (id: string, plUs: number): number => {
    const state = states.find((s) => s.segmentId === id);
    const whole = state?.parts[0];
    const over = state?.verdict === "violated" || (whole?.dropped ?? 0) > 0;
    return (over ? 1e6 : 0) + (whole?.p99Us ?? 0) / plUs;
  };
  const load = (s: FrozenObserved["twin"]["segments"][number]) => loadOf(s.segment.id, s.segment.plUs);
  return twin.segments.toSorted((a, b) => load(b) - load(a))[0] ?? null;
}
