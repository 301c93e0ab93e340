import { randomUUID } from "node:crypto";
import type { Severity } from "@p4twin/models/twin";
import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import type { Notice } from "../events/eventLog.ts";
import { RANK } from "../notifications/outbox.ts";
import type { Payload, SwitchDrift } from "../notifications/payload.ts";
import { channelFilterSchema } from "../notifications/schema.ts";
import type { Intent } from "./schema.ts";

/** How a switch differs from its intent at a look; null: it does not. */
export type Judged = { severity: Severity; text: string } | null;
type Told = { what: Notice; drift: SwitchDrift };

/**
 * What an intent says after a look, and what people hear of it. Pure. `ruleBefore`: by which they heard of what there
 * was; `newId` names a drift that begins.
 */
export function stepDrift(
  { id: switchId, name: switchName }: { id: string; name: string },
  intent: Intent,
  judged: Judged,
  at: Date,
  {
    ruleBefore = intent.rule,
    newId = randomUUID,
  }: { ruleBefore?: Intent["rule"]; newId?: () => string } = {},
): { intent: Intent; told: Told | null } {
  const { drift: before, rule } = intent;
  const known = judged ? { id: before?.id ?? newId(), openedAt: before?.openedAt ?? at.toISOString() } : null;
  const drift = judged && known ? { ...known, ...judged } : null;
  const next = { ...intent, drift };
  const heard = (severity: Severity, by = rule): boolean => by !== "off" && RANK[severity] >= RANK[by];
  const tell = (what: Notice, said: NonNullable<Intent["drift"]>, closedAt: string | null): Told => ({
    what,
    drift: { ...said, switchId, switchName, closedAt },
  });
  const told = before !== null && heard(before.severity, ruleBefore);
  if (drift && heard(drift.severity)) {
    if (!told) return { intent: next, told: tell("opened", drift, null) };
    const same = before.severity === drift.severity && before.text === drift.text;
    return { intent: next, told: same ? null : tell("changed", drift, null) };
  }
  if (!told) return { intent: next, told: null };
  const text = drift
    ? `${drift.text} The rule of the switch says nothing of it.`
    : "What runs is what is intended again.";
  return { intent: next, told: tell("closed", { ...before, text }, at.toISOString()) };
}

/** Writes a delivery for each channel that hears of switches, in the transaction that changed the drift. */
export function createDriftOutbox({ workspaceId }: Pick<Scope, "workspaceId">) {
  return async (tx: Tx, { what, drift }: Told, at: Date): Promise<void> => {
    const channels = await tx.notificationChannel.findMany({
      where: { workspaceId, removedAt: null, enabled: true },
      select: { id: true, filter: true },
    });
    const payload: Payload = { what, event: null, incident: null, drift };
    const data = channels.flatMap(({ id: channelId, filter }) => {
      const { switches, on, minSeverity } = channelFilterSchema.parse(filter);
      return switches && on.includes(what) && RANK[drift.severity] >= RANK[minSeverity]
        ? [{ channelId, what, payload: toJson(payload), dueAt: at, createdAt: at }]
        : [];
    });
    if (data.length > 0) await tx.notificationDelivery.createMany({ data });
  };
}
export type TellDrift = ReturnType<typeof createDriftOutbox>;
