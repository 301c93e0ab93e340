import type { Condition } from "../../cluster/incident.ts";
import type { Statement } from "../../cluster/statements.ts";
import type { Facts } from "../facts.ts";
import { lossOf } from "./lossOf.ts";

/** A process that said nothing for this long hangs or is gone: five statements (our choice). */
const SILENT_MS = 5_000;
/** One that misses a statement may have been replaced by one that was just started. */
const LATE_MS = 1_500;
/** A process is new for this long: what it found of the one before it is news. */
const NEW_MS = 60_000;
/** A process that was started again is shown for this long, so that somebody can see it (our choice). */
const RESTART_SHOWN_MS = 3_000;
/** One that never came back is no longer waited for: somebody took it away. */
const FORGOTTEN_MS = 24 * 3_600_000;
const MAX_REMEMBERED = 1_000;

type Seen = {
  last: Statement;
  firstMs: number;
  heardMs: number;
  restartedMs: number | null;
  hasReplaced: boolean;
};

/** One key for a process, whoever has found out: its supervisor, or those that do not hear it any more. */
export const processKey = (name: string, host: string): string => `process:${name}:${host}`;
const rolesOf = (s: Statement): string => s.roles.join("+");
const keyOf = (s: Statement): string => processKey(rolesOf(s), s.host);

/**
 * Processes by what is heard of them: those that ended without being asked to and came back, and those that
 * are silent. Remembers what it has heard.
 */
export function createProcessConditions() {
  const seen = new Map<string, Seen>();
  /** of those that are not waited for any more, the last statement: it is listed for some seconds after they ended */
  const gone = new Map<string, number>();
  const forget = ({ processId, atMs }: Statement): void => {
    seen.delete(processId);
    gone.set(processId, atMs);
  };

  const hear = (statement: Statement, ms: number): void => {
    const known = seen.get(statement.processId);
    if (gone.get(statement.processId) === statement.atMs) return;
    if (!known)
      seen.set(statement.processId, {
        last: statement,
        firstMs: ms,
        heardMs: ms,
        restartedMs: null,
        hasReplaced: false,
      });
    else if (known.last.atMs !== statement.atMs) {
      known.last = statement;
      known.heardMs = ms;
    }
  };

  /** Forgets the silent one that this one was started for, however long that took. One replaces one. */
  const replaces = (one: Seen, ms: number): boolean => {
    if (one.hasReplaced) return false;
    const lost = [...seen.values()]
      .filter((s) => s !== one && keyOf(s.last) === keyOf(one.last) && s.heardMs < one.firstMs)
      .filter((s) => ms - s.heardMs > LATE_MS)
      .sort((a, b) => a.heardMs - b.heardMs)[0];
    if (!lost) return false;
    forget(lost.last);
    one.hasReplaced = true;
    return !lost.last.ending;
  };

  /** It was started for one that fell silent, or has found what a killed one has left. */
  const begins = (one: Seen, { monotonicMs: ms, supervision }: Facts): boolean => {
    const { last, firstMs, restartedMs } = one;
    // one that its supervisor has started again is told by that
    const again = supervision?.parts.some((p) => p.pid === last.pid && p.restarts > 0);
    const isNew = !again && last.atMs - last.startedMs < NEW_MS && ms - firstMs < NEW_MS;
    const found = isNew && restartedMs === null && (last.tookOver || last.outbox?.interruption != null);
    return replaces(one, ms) || found;
  };

  const judge = (one: Seen, { monotonicMs }: Facts): Condition | null => {
    const { last, heardMs } = one;
    const silentMs = monotonicMs - heardMs;
    const name = rolesOf(last);
    const base = { key: keyOf(last), kind: "process", severity: "critical" } as const;
    const where = { label: "Process", value: `${name}, pid ${last.pid} on ${last.host}` };
    if (silentMs > SILENT_MS)
      return {
        ...base,
        title: `The ${name} process does not answer`,
        cause: "It hangs, was killed, or its machine is away.",
        evidence: [where, { label: "Silent for", value: `${Math.round(silentMs / 1_000)} s` }],
      };
    if (one.restartedMs === null || monotonicMs - one.restartedMs > RESTART_SHOWN_MS) return null;
    return {
      ...base,
      title: `The ${name} process ended and was started again`,
      cause: `It ended unexpectedly. ${lossOf(last.roles)}`,
      evidence: [where, ...leftOf(last)],
      happenedMs: last.startedMs,
    };
  };

  let lookedMs: number | null = null;
  let stall: { ms: number; endMs: number } | null = null;
  /** Whoever judges may have hung itself: then it has heard nobody, and blames nobody for that. */
  const ownStall = ({ monotonicMs: ms, judge: name, host }: Facts): Condition[] => {
    const gapMs = lookedMs === null ? 0 : ms - lookedMs;
    lookedMs = ms;
    if (gapMs > SILENT_MS) {
      stall = { ms: gapMs, endMs: ms };
      for (const one of seen.values()) one.heardMs = ms;
    }
    if (!stall || ms - stall.endMs > RESTART_SHOWN_MS) return [];
    return [
      {
        ...{ key: processKey(name, host), kind: "process", severity: "critical", evidence: [] },
        title: `The ${name} process did not run for ${Math.round(stall.ms / 1_000)} s`,
        cause: `It was stopped, or its machine slept. ${lossOf(["jobs"])}`,
      },
    ];
  };

  return (facts: Facts): Condition[] => {
    const { statements, monotonicMs: ms, supervision, host } = facts;
    const own = ownStall(facts);
    for (const id of gone.keys()) if (!statements.some((s) => s.processId === id)) gone.delete(id);
    for (const statement of statements) hear(statement, ms);
    // nobody is blamed for a silence that the broker makes
    if (facts.brokerConnected === false) for (const one of seen.values()) one.heardMs = ms;
    for (const { last, heardMs } of [...seen.values()]) {
      const silentMs = ms - heardMs;
      // the supervisor of this machine knows better than who was heard last
      const isGone =
        supervision !== null && last.host === host && !supervision.parts.some((p) => p.pid === last.pid);
      if (
        isGone ||
        (last.ending && silentMs > LATE_MS) ||
        silentMs > FORGOTTEN_MS ||
        seen.size > MAX_REMEMBERED
      )
        forget(last);
    }
    for (const one of [...seen.values()]) if (begins(one, facts)) one.restartedMs = ms;
    return [...own, ...[...seen.values()].flatMap((one) => judge(one, facts) ?? [])];
  };
}

const leftOf = ({ outbox }: Statement) =>
  outbox?.interruption
    ? [{ label: "Closed windows found on disk", value: String(outbox.interruption.rows) }]
    : [];
