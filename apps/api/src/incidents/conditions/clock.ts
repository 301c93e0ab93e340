import type { Condition } from "../../cluster/incident.ts";
import type { Facts } from "../facts.ts";

/** Less is a correction as time services make it (our choice). */
const STEP_MS = 1_000;
/** A step is a moment: it is shown for this long. */
const SHOWN_MS = 3_000;

const lengthOf = (ms: number): string => {
  const s = Math.abs(ms) / 1_000;
  return s < 120
    ? `${s.toFixed(1)} s`
    : s < 7_200
      ? `${(s / 60).toFixed(1)} min`
      : `${(s / 3_600).toFixed(1)} h`;
};

/** Steps of the wall clock against the clock that does not step. */
export function createClockConditions() {
  let before: Pick<Facts, "nowMs" | "monotonicMs"> | null = null;
  let step: { ms: number; monotonicMs: number } | null = null;
  let steps = 0;

  return ({ nowMs, monotonicMs }: Facts): Condition[] => {
    const ms = before ? nowMs - before.nowMs - (monotonicMs - before.monotonicMs) : 0;
    before = { nowMs, monotonicMs };
    if (Math.abs(ms) >= STEP_MS) {
      steps++;
      step = { ms, monotonicMs };
    }
    if (!step || monotonicMs - step.monotonicMs > SHOWN_MS) return [];
    return [
      {
        ...{ key: "clock", kind: "clock", severity: "warning" },
        title: `The clock stepped ${step.ms > 0 ? "forward" : "back"} by ${lengthOf(step.ms)}`,
        cause:
          "An operator or the time service set it. Windows before and after carry the time of the clock then; check the time service of this machine.",
        evidence: [{ label: "Steps since the start", value: String(steps) }],
      },
    ];
  };
}
