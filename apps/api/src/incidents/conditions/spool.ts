import type { Condition } from "../../cluster/incident.ts";
import type { Facts } from "../facts.ts";
import { createGrowth } from "./growth.ts";

/** A loss is a moment: it is shown for this long. */
const SHOWN_MS = 5_000;

/** Closed windows that were given up: their space was used up, or no database takes them. */
export function createSpoolConditions() {
  const given = createGrowth(SHOWN_MS);
  const spoilt = createGrowth(SHOWN_MS);
  return ({ statements, monotonicMs }: Facts): Condition[] => {
    const total = statements.reduce((sum, s) => sum + (s.outbox?.dropped ?? 0) + (s.writer?.dropped ?? 0), 0);
    const lost = given(monotonicMs, total);
    const damaged = spoilt(
      monotonicMs,
      statements.reduce((sum, s) => sum + (s.outbox?.spool?.damaged.records ?? 0), 0),
    );
    if (damaged > 0) return [damagedCondition(damaged, lost)];
    if (lost <= 0) return [];
    const waiting = statements.reduce((sum, s) => sum + (s.outbox?.queued ?? 0), 0);
    return [
      {
        ...{ key: "spool", kind: "spool", severity: "critical" },
        title: "Closed windows were dropped",
        cause:
          "The space where they wait is used up, or the database refuses their values. Restore the database; the oldest are dropped first, and each is counted.",
        evidence: [
          { label: "Given up in 5 s", value: String(lost) },
          { label: "Given up since the start", value: String(total) },
          { label: "Waiting", value: String(waiting) },
        ],
      },
    ];
  };
}

const damagedCondition = (records: number, windows: number): Condition => ({
  ...{ key: "spool", kind: "spool", severity: "critical" },
  title: "Closed windows that waited on disk are damaged",
  cause:
    "Their checksums are wrong: what could be read was stored, the rest was set aside in the data directory. Check the disk.",
  evidence: [
    { label: "Damaged records", value: String(records) },
    { label: "Windows lost, as far as they are known", value: String(windows) },
  ],
});
