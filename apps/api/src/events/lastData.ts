import type { Pool } from "pg";
import type { Event, SegmentEvent } from "./schema.ts";

/**
 * Open events of segments with the begin of the last second that had packets: an event of a segment that fell silent
 * is not known to go on.
 */
export function createLastData(pool: Pool) {
  const beginOf = async (open: readonly SegmentEvent[]): Promise<Map<string, Date>> => {
    if (open.length === 0) return new Map();
    const { rows } = await pool.query<{ id: string; start: Date }>(
      // from its opening on, so that only partitions since then are looked into
      `SELECT e.id, w.start
         FROM unnest($1::text[], $2::uuid[], $3::text[], $4::timestamptz[]) AS e (id, deployment_id, segment_id, opened_at)
        CROSS JOIN LATERAL (
              SELECT start FROM segment_window
               WHERE deployment_id = e.deployment_id AND segment_id = e.segment_id AND level = 1 AND part = 0
                 AND start >= e.opened_at AND count + dropped > 0
               ORDER BY start DESC LIMIT 1) AS w`,
      [
        open.map(({ id }) => id),
        open.map(({ deploymentId }) => deploymentId),
        open.map(({ segmentId }) => segmentId),
        open.map(({ openedAt }) => openedAt),
      ],
    );
    return new Map(rows.map(({ id, start }) => [id, start]));
  };

  return async <E extends Event>(events: readonly E[]): Promise<E[]> => {
    const isOpen = (e: Event) => e.kind === "latency" && e.closedAt === null;
    const begins = await beginOf(events.filter((e): e is E & SegmentEvent => isOpen(e)));
    // the second that opened it had packets
    return events.map((e) =>
      isOpen(e) ? { ...e, lastDataAt: begins.get(e.id)?.toISOString() ?? e.openedAt } : e,
    );
  };
}
