import { randomUUID } from "node:crypto";
import type { Incident } from "../cluster/incident.ts";
import type { Outcome } from "../notifications/outcome.ts";
import type { Log } from "../observability/log.ts";
import type { IncidentChange } from "./book.ts";
import type { IncidentNotice, IncidentStore, NotifyIncident } from "./store.ts";

export type JournalConfig = {
  /** what waits for the database at most, incidents and notices each (our choice); then the oldest go, counted */
  maxWaiting: number;
  /** without a database for this long, channels are told as they were last known */
  directAfterMs: number;
  /** a database that took nothing for this long is away */
  saveWithinMs: number;
};
const defaultJournalConfig: JournalConfig = {
  maxWaiting: 1_000,
  directAfterMs: 2_000,
  saveWithinMs: 5_000,
};

/** A delivery that was made without the database: stored as it ended. */
export type DirectDelivery = { channelId: string; outcome: Outcome; at: Date };
type Waiting = IncidentNotice & { sinceMs: number; direct: DirectDelivery[] | null };

type Deps = {
  store: Pick<IncidentStore, "save">;
  notify(direct: readonly DirectDelivery[] | null): NotifyIncident;
  /** Sends to the channels as they were last known, without the database; null when none are known. */
  sendDirect(notice: IncidentNotice): Promise<DirectDelivery[] | null>;
  log: Log;
};

/** Gives up waiting, not the work: what is saved later is the same, by the same ids. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  work.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the database took nothing within ${ms} ms`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * The way of incidents to the database and to people. While the database is away they wait here with their
 * true times, and people are told over the channels as they were last known; what was sent is stored as sent,
 * so that nobody hears it twice.
 */
export function createIncidentJournal(deps: Deps, config: JournalConfig = defaultJournalConfig) {
  const { store, notify, sendDirect, log } = deps;
  const dirty = new Map<string, Incident>();
  let notices: Waiting[] = [];
  let lost = 0;
  let flushing: Promise<boolean> | null = null;

  const save = async (): Promise<void> => {
    // every notice in its order, each with what has become of it already
    const incidents = [...dirty.values()];
    const taken = [...notices];
    const saving = store.save(incidents, taken, (tx, notice) => {
      const direct = taken.find(({ id }) => id === notice.id)?.direct ?? null;
      return notify(direct)(tx, notice);
    });
    await within(saving, config.saveWithinMs);
    for (const incident of incidents) if (dirty.get(incident.id) === incident) dirty.delete(incident.id);
    notices = notices.filter((notice) => !taken.includes(notice));
  };

  const flush = async (): Promise<boolean> => {
    if (dirty.size === 0 && notices.length === 0) return true;
    try {
      await save();
      return true;
    } catch (error) {
      log.debug({ error }, "incidents wait for the database");
      for (const notice of notices)
        if (notice.direct === null && performance.now() - notice.sinceMs >= config.directAfterMs)
          notice.direct = await sendDirect(notice);
      return false;
    }
  };

  return {
    add({ what, tell, incident }: IncidentChange, at: Date): void {
      dirty.delete(incident.id);
      dirty.set(incident.id, incident);
      if (tell) {
        const sinceMs = performance.now();
        notices.push({ id: randomUUID(), what, incident, at, sinceMs, direct: null });
      }
      const [oldest] = dirty.keys();
      if (dirty.size > config.maxWaiting && oldest !== undefined) {
        dirty.delete(oldest);
        notices = notices.filter((notice) => notice.incident.id !== oldest);
        lost++;
      }
      if (notices.length > config.maxWaiting) {
        notices.shift();
        lost++;
      }
    },

    /** Stores what waits; false while the database does not take it. One at a time. */
    flush(): Promise<boolean> {
      flushing ??= flush().finally(() => {
        flushing = null;
      });
      return flushing;
    },
    waiting: (): number => dirty.size,
    /** incidents and notices that had to go because too many waited */
    lost: (): number => lost,
  };
}
export type IncidentJournal = ReturnType<typeof createIncidentJournal>;
