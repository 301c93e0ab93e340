import type { Condition, Incident, IncidentWhat } from "../cluster/incident.ts";

export type BookConfig = {
  /** a condition that is absent for this long is over: shorter gaps belong to one incident */
  settleMs: number;
};
/** Our choice: two looks without it, so that one lucky look does not clear what goes on. */
const defaultBookConfig: BookConfig = { settleMs: 2_000 };

/** What changed in one look. `tell`: people hear of it; false within the quiet time after it was over. */
export type IncidentChange = {
  what: IncidentWhat;
  tell: boolean;
  incident: Incident;
};

type Entry = {
  incident: Incident;
  /** by the clock that does not step */
  absentSinceMs: number | null;
  closedMs: number | null;
  /** people know that it is open */
  told: boolean;
  /** they hear of it when it is open until then; null: they have heard, or it is over */
  tellAtMs: number | null;
};

/** Two clocks: `monotonicMs` for how long something lasts, `at` for when it was. */
export type Instant = { monotonicMs: number; at: Date };
export type Look = Instant & { quietMs: number };

const RANK = { warning: 0, critical: 1 } as const;
/** Closed incidents that are remembered for their quiet time, our choice; beyond it the oldest are forgotten. */
export const MAX_ENTRIES = 500;
/** What is over is remembered for a minute at least, so that what happened once is not told twice (our choice). */
const REMEMBERED_MS = 60_000;

/**
 * Open incidents, by condition: pure, one step a look. A condition that is there opens an incident; one that
 * is absent for a while closes it. One that comes back within the quiet time goes on with the incident that
 * it had, and is told again only when it stays that long.
 */
export function createIncidentBook(newId: () => string, config: BookConfig = defaultBookConfig) {
  const entries = new Map<string, Entry>();

  const open = (
    { happenedMs, ...condition }: Condition,
    { monotonicMs, at, quietMs }: Look,
  ): IncidentChange | null => {
    const before = entries.get(condition.key);
    const overAt = before?.incident.clearedAt;
    if (overAt && happenedMs !== undefined && Date.parse(overAt) >= happenedMs) return null;
    entries.delete(condition.key);
    if (before && before.closedMs !== null && monotonicMs - before.closedMs < quietMs) {
      const { id, raisedAt, times } = before.incident;
      const incident = { ...condition, id, raisedAt, clearedAt: null, times: times + 1 };
      const silent = { absentSinceMs: null, closedMs: null, told: false, tellAtMs: monotonicMs + quietMs };
      entries.set(condition.key, { incident, ...silent });
      return { what: "opened", tell: false, incident };
    }
    const incident = { ...condition, id: newId(), raisedAt: at.toISOString(), clearedAt: null, times: 1 };
    entries.set(condition.key, { incident, absentSinceMs: null, closedMs: null, told: true, tellAtMs: null });
    return { what: "opened", tell: true, incident };
  };

  /** What is worse replaces what was said; the same or less keeps the first cause, which is nearest to the root. */
  const goOn = (
    entry: Entry,
    { happenedMs: _, ...condition }: Condition,
    { monotonicMs }: Look,
  ): IncidentChange | null => {
    entry.absentSinceMs = null;
    const { incident } = entry;
    const worse = RANK[condition.severity] > RANK[incident.severity];
    const said = worse ? condition : incident;
    entry.incident = { ...incident, ...said, evidence: condition.evidence };
    if (entry.tellAtMs !== null && monotonicMs >= entry.tellAtMs) {
      entry.told = true;
      entry.tellAtMs = null;
      return { what: "opened", tell: true, incident: entry.incident };
    }
    return worse ? { what: "changed", tell: entry.told, incident: entry.incident } : null;
  };

  const closed = (entry: Entry, { monotonicMs, at }: Instant): IncidentChange => {
    const { told } = entry;
    entry.closedMs = monotonicMs;
    entry.told = false;
    entry.tellAtMs = null;
    entry.incident = { ...entry.incident, clearedAt: at.toISOString() };
    return { what: "closed", tell: told, incident: entry.incident };
  };

  const forget = ({ monotonicMs, quietMs }: Look): void => {
    const keptMs = Math.max(quietMs, REMEMBERED_MS);
    for (const [key, { closedMs }] of entries)
      if (closedMs !== null && (monotonicMs - closedMs >= keptMs || entries.size > MAX_ENTRIES))
        entries.delete(key);
  };

  return {
    step(conditions: readonly Condition[], look: Look): IncidentChange[] {
      const changes: IncidentChange[] = [];
      const there = new Set<string>();
      for (const condition of conditions) {
        if (there.has(condition.key)) continue;
        there.add(condition.key);
        const entry = entries.get(condition.key);
        const change =
          entry && entry.closedMs === null ? goOn(entry, condition, look) : open(condition, look);
        if (change) changes.push(change);
      }
      for (const [key, entry] of entries) {
        if (there.has(key) || entry.closedMs !== null) continue;
        entry.absentSinceMs ??= look.monotonicMs;
        if (look.monotonicMs - entry.absentSinceMs >= config.settleMs) changes.push(closed(entry, look));
      }
      forget(look);
      return changes;
    },

    /**
     * What a process before this one knew, newest first. What it had open goes on, and is over when its
     * condition stays away; what was over lately keeps its quiet time. What this one has opened meanwhile
     * stands: an older one of the same key that is still open ends now.
     */
    resume(incidents: readonly Incident[], look: Instant): IncidentChange[] {
      const changes: IncidentChange[] = [];
      for (const incident of incidents) {
        const { id, key, clearedAt } = incident;
        const closedMs =
          clearedAt === null ? null : look.monotonicMs - (look.at.getTime() - Date.parse(clearedAt));
        const entry = { incident, absentSinceMs: null, closedMs, told: clearedAt === null, tellAtMs: null };
        const own = entries.get(key);
        if (!own) entries.set(key, entry);
        else if (own.incident.id !== id && clearedAt === null) changes.push(closed(entry, look));
      }
      return changes;
    },

    open: (): Incident[] =>
      [...entries.values()].filter((e) => e.closedMs === null).map(({ incident }) => incident),
  };
}
export type IncidentBook = ReturnType<typeof createIncidentBook>;
