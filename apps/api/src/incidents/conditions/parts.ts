import type { Condition } from "../../cluster/incident.ts";
import type { Part } from "../../cluster/supervision.ts";
import type { Facts } from "../facts.ts";
import { lossOf } from "./lossOf.ts";
import { processKey } from "./process.ts";

/** A process that was started again is shown for this long after it runs, so that somebody can see it (our choice). */
const SHOWN_MS = 3_000;
/** A process that ended before the judge began is news for this long. */
const NEWS_MS = 15_000;

type Seen = { restarts: number; runsSinceMs: number | null };

/** Processes of one machine, as their supervisor knows them: those that ended, why, and that they run again. */
export function createPartConditions() {
  const seen = new Map<string, Seen>();

  const judge = (part: Part, { monotonicMs, host }: Facts): Condition | null => {
    const isNews = part.lastExit !== null && part.lastExit.agoMs < NEWS_MS;
    const one = seen.get(part.name) ?? {
      restarts: isNews ? part.restarts - 1 : part.restarts,
      runsSinceMs: null,
    };
    seen.set(part.name, one);
    if (part.restarts === one.restarts || !part.lastExit) return null;
    const runs = part.state === "running";
    one.runsSinceMs = runs ? (one.runsSinceMs ?? monotonicMs) : null;
    if (one.runsSinceMs !== null && monotonicMs - one.runsSinceMs > SHOWN_MS) {
      Object.assign(one, { restarts: part.restarts, runsSinceMs: null });
      return null;
    }
    return {
      ...{ key: processKey(part.name, host), kind: "process", severity: "critical" },
      title: `The ${part.name} process ended${runs ? " and was started again" : ""}`,
      cause: `Cause: ${part.lastExit.cause}. ${lossOf(part.roles)}`,
      happenedMs: part.lastExit.atMs,
      evidence: [
        { label: "Ended at", value: new Date(part.lastExit.atMs).toISOString() },
        { label: "Restarts since the start", value: String(part.restarts) },
      ],
    };
  };

  return (facts: Facts): Condition[] =>
    (facts.supervision?.parts ?? []).flatMap((part) => judge(part, facts) ?? []);
}
