import type { Incident, IncidentFilter, IncidentList } from "../cluster/incident.ts";
import type { IncidentStore } from "./store.ts";

/** Pages do not wait longer for a database that hangs: they show what is known without it (our choice). */
const WAIT_MS = 2_000;

type Deps = {
  store: Pick<IncidentStore, "list">;
  /** what judges said lately, stored or not */
  heard(): Incident[];
};

const afterMs = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms).unref());

/** Faults of the product itself, also while the database is away. */
export function createIncidentService({ store, heard }: Deps) {
  return {
    async list(filter: IncidentFilter): Promise<IncidentList> {
      const stored = await Promise.race([store.list(filter).catch(() => null), afterMs(WAIT_MS, null)]);
      const all = new Map((stored ?? []).map((incident) => [incident.id, incident]));
      // what is heard is newer than what is stored
      for (const incident of heard()) all.set(incident.id, incident);
      const incidents = [...all.values()]
        .filter(({ clearedAt }) => filter.open === undefined || filter.open === (clearedAt === null))
        .sort((a, b) => (a.raisedAt < b.raisedAt ? 1 : a.raisedAt > b.raisedAt ? -1 : 0))
        .slice(0, filter.limit);
      return { incidents, complete: stored !== null };
    },
  };
}
