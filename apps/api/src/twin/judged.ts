import type { PartBuckets, RulingFacts } from "@p4twin/models/twin";
import type { SegmentEvent } from "../events/schema.ts";
import type { TwinStore } from "./store.ts";

/**
 * An incident of a segment in the time that is judged: what its open event names, and when it opened, or closed last.
 */
export type Incident = { event: RulingFacts["event"]; sinceMs: number };

type Dated = Pick<SegmentEvent, "segmentId" | "openedAt" | "closedAt" | "cause" | "hop">;

/**
 * The last incident of each segment; `raised` decides whether it is still open: an event is stored a moment
 * after the alarm.
 */
export function lastIncidents(
  events: readonly Dated[],
  raised: (segmentId: string) => boolean,
): ReadonlyMap<string, Incident> {
  const last = new Map<string, Incident>();
  for (const { segmentId, openedAt, closedAt, cause, hop } of events) {
    const isOpen = closedAt === null && raised(segmentId);
    const sinceMs = Date.parse(isOpen ? openedAt : (closedAt ?? openedAt));
    const known = last.get(segmentId);
    if (known && known.sinceMs >= sinceMs) continue;
    last.set(segmentId, { event: isOpen ? { cause, hop } : null, sinceMs });
  }
  return last;
}

/** So much is judged at least, ms: the alarm rises and clears by windows of about as long (our choice). */
const LEAST_MS = 5_000;

export type JudgedQuery = {
  deploymentId: string;
  segmentIds?: string[];
  parts: "all" | number[];
  fromMs: number;
  toMs: number;
};

/**
 * Where what is judged of a segment begins: an incident's numbers do not mix with those before it, nor with
 * those after it.
 */
export const judgedFromMs = ({ fromMs, toMs }: JudgedQuery, incident: Incident | undefined): number =>
  incident ? Math.max(fromMs, Math.min(incident.sinceMs, toMs - LEAST_MS)) : fromMs;

/** Observed windows of a range, of segments with an incident only since it began or ended. */
export async function judgedWindows(
  store: Pick<TwinStore, "windows">,
  query: JudgedQuery,
  incidents: ReadonlyMap<string, Incident>,
): Promise<PartBuckets[]> {
  const merged = await store.windows({ ...query, bucketMs: null });
  const asked = query.segmentIds ?? [...incidents.keys()];
  const segmentIds = asked.filter((id) => incidents.has(id));
  if (segmentIds.length === 0) return merged;
  const seconds = await store.windows({ ...query, segmentIds, bucketMs: 1000 });
  return [
    ...merged.filter((part) => !segmentIds.includes(part.segmentId)),
    ...seconds.map((part) => ({
      ...part,
      buckets: part.buckets.filter((b) => b.startMs >= judgedFromMs(query, incidents.get(part.segmentId))),
    })),
  ];
}
