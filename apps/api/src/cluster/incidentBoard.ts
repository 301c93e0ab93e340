import type { Incident } from "./incident.ts";

/** Told with every statement, our choice: what is open, and what was over lately. */
const MAX_SHOWN = 50;

/** What this process has found wrong lately, for its own statement. */
export function createIncidentBoard() {
  const shown = new Map<string, Incident>();
  return {
    put(incident: Incident): void {
      shown.delete(incident.id);
      shown.set(incident.id, incident);
      for (const { id } of [...shown.values()].sort(openLast).slice(0, Math.max(0, shown.size - MAX_SHOWN)))
        shown.delete(id);
    },
    list: (): Incident[] => [...shown.values()],
  };
}
const openLast = (a: Incident, b: Incident): number =>
  Number(a.clearedAt === null) - Number(b.clearedAt === null);
export type IncidentBoard = ReturnType<typeof createIncidentBoard>;
