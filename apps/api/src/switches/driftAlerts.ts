import { randomUUID } from "node:crypto";
import type { DriftTold } from "../events/eventLog.ts";
import type { DriftEvidence } from "../events/schema.ts";
import { RANK } from "../notifications/outbox.ts";
import type { Intent } from "./schema.ts";

type Said = NonNullable<Intent["drift"]>;

/** How a switch differs from its intent at a look; null: it does not. */
export type Judged = (Pick<Said, "severity" | "text"> & Pick<DriftEvidence, "items" | "total">) | null;

type Options = {
  /** by which people heard of what there was */
  ruleBefore?: Intent["rule"];
  /** why a drift that is over is over */
  ending?: string;
  /** names a drift that begins */
  newId?: () => string;
};

/** What an intent says after a look, and what becomes of its event: pure. */
export function stepDrift(
  intent: Intent,
  judged: Judged,
  at: Date,
  {
    ruleBefore = intent.rule,
    ending = "What runs runs as intended again.",
    newId = randomUUID,
  }: Options = {},
): { intent: Intent; told: DriftTold | null } {
  const { drift: before, rule, snapshotId: intendedSnapshotId } = intent;
  const heard = (severity: Said["severity"], by = rule): boolean =>
    by !== "off" && RANK[severity] >= RANK[by];
  const told = before !== null && heard(before.severity, ruleBefore);
  if (judged === null)
    return { intent: { ...intent, drift: null }, told: told ? { what: "closed", ending } : null };
  const { severity, text, items, total } = judged;
  const drift: Said = {
    ...{ id: before?.id ?? newId(), openedAt: before?.openedAt ?? at.toISOString() },
    ...{ severity, text },
  };
  const next = { ...intent, drift };
  if (!heard(severity)) {
    const unheard = `${text} The rule of the switch says nothing of it.`;
    return { intent: next, told: told ? { what: "closed", ending: unheard } : null };
  }
  const same = before?.severity === severity && before.text === text;
  const what = !told ? "opened" : same ? "same" : "changed";
  const evidence = { text, intendedSnapshotId, items, total, ending: null };
  return { intent: next, told: { what, content: { severity, evidence } } };
}
