import type { BoundSegment, KnownStart } from "@p4twin/models/twin";
import type { Pool } from "pg";
import type { ExporterState } from "../collector/state.ts";
import type { Clock } from "../shared/service.ts";

/** A start of a switch that was noticed otherwise than by latencies, and by what segments know the switch. */
export type SwitchStart = KnownStart & {
  /** null: of every one whose segments take these reports */
  workspaceId: string | null;
  name: string | null;
  /** null where another switch has the same */
  nodeId: number | null;
  /** who sent its reports; null: it was noticed by looking at the switch */
  exporter: string | null;
};

type Deps = {
  pool: Pool;
  /** exporters as the collectors hear them */
  exporters(): readonly Pick<ExporterState, "address" | "sequenceRestarts" | "nodeIds" | "nodeIdsCapped">[];
  clock: Clock;
};

/** Starts that were noticed this long ago are still told to who begins to ask (our choice). */
const LOOK_BACK_MS = 600_000;
/** Numbering that begins anew more often is no sign of a start (our choice): some exporters number at random. */
const APART_MS = 600_000;
/** A collector's state may be as old as this when it is read. */
const STATE_MS = 2_000;

/** Whether a start is one of a switch of the segment. */
export function startsIn(
  { elements, exporters }: Pick<BoundSegment, "elements" | "exporters">,
  { name, nodeId, exporter }: SwitchStart,
): boolean {
  if (exporter !== null && exporters?.length && !exporters.includes(exporter)) return false;
  return elements.some(
    (element) =>
      element.kind === "switch" &&
      ((name !== null && element.label === name) || (nodeId !== null && element.nodeId === nodeId)),
  );
}

/**
 * Starts of switches since it was asked last: attached ones whose counters began again between two looks, and
 * exporters of one node whose reports are numbered anew.
 */
export function createStartsHeard({ pool, exporters, clock }: Deps) {
  const told = new Map<string, number>();
  const numbering = new Map<string, { restarts: number; lastMs: number }>();
  let askedMs: number | null = null;

  const attached = async (nowMs: number): Promise<SwitchStart[]> => {
    const { rows } = await pool.query<{
      id: string;
      workspace_id: string;
      name: string;
      node_id: string | null;
      after: Date;
      by: Date;
    }>(
      `SELECT o.id, s.workspace_id, s.name, o.at AS by, coalesce(looked.at, o.at) AS after,
              CASE WHEN NOT EXISTS (SELECT FROM attached_switch other
                                     WHERE other.workspace_id = s.workspace_id AND other.device_id = s.device_id
                                       AND other.id <> s.id AND other.removed_at IS NULL) THEN s.device_id END AS node_id
         FROM attached_switch s
         JOIN LATERAL (SELECT id, at FROM switch_occurrence
                        WHERE switch_id = s.id AND kind = 'restarted' AND at > $1) o ON true
         LEFT JOIN LATERAL (SELECT max(at) AS at FROM switch_sample WHERE switch_id = s.id AND at < o.at) looked ON true
        WHERE s.removed_at IS NULL`,
      [new Date(nowMs - LOOK_BACK_MS)],
    );
    return rows.flatMap((row) => {
      if (told.has(row.id)) return [];
      told.set(row.id, row.by.getTime());
      const nodeId = row.node_id === null ? null : Number(row.node_id);
      return {
        ...{ workspaceId: row.workspace_id, name: row.name, exporter: null },
        nodeId: nodeId !== null && Number.isSafeInteger(nodeId) ? nodeId : null,
        ...{ afterMs: row.after.getTime(), byMs: row.by.getTime() },
      };
    });
  };

  const numberedAnew = (nowMs: number, sinceMs: number): SwitchStart[] =>
    exporters().flatMap(({ address, sequenceRestarts: restarts, nodeIds, nodeIdsCapped }) => {
      const before = numbering.get(address);
      const isAnew = before !== undefined && restarts > before.restarts;
      const lastMs = isAnew ? nowMs : (before?.lastMs ?? Number.NEGATIVE_INFINITY);
      numbering.set(address, { restarts, lastMs });
      const [nodeId] = nodeIds;
      if (!isAnew || nowMs - before.lastMs < APART_MS) return [];
      // of several nodes one began anew, and nothing says which
      if (nodeIds.length !== 1 || nodeIdsCapped || nodeId === undefined) return [];
      return [
        {
          ...{ workspaceId: null, name: null, nodeId, exporter: address },
          ...{ afterMs: sinceMs - STATE_MS, byMs: nowMs },
        },
      ];
    });

  return async (): Promise<SwitchStart[]> => {
    const nowMs = clock().getTime();
    for (const [id, byMs] of told) if (byMs < nowMs - 2 * LOOK_BACK_MS) told.delete(id);
    const sinceMs = askedMs ?? nowMs;
    askedMs = nowMs;
    return [...numberedAnew(nowMs, sinceMs), ...(await attached(nowMs))];
  };
}
