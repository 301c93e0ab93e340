import type { Prisma, Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import {
  type Occurrence,
  type SnapshotSummary,
  type StoredSnapshot,
  snapshotCauseSchema,
  snapshotSummarySchema,
} from "./schema.ts";

/** Kept of each switch (our choice); the oldest goes first. A snapshot that is the intent stays. */
export const KEPT = { snapshots: 1_000, samples: 60, occurrences: 2_000 };

const toSnapshot = (row: Prisma.SwitchSnapshotGetPayload<object>): StoredSnapshot => ({
  id: row.id,
  switchId: row.switchId,
  root: row.root,
  takenAt: row.takenAt.toISOString(),
  seenAt: row.seenAt.toISOString(),
  cause: snapshotCauseSchema.parse(row.cause),
  summary: snapshotSummarySchema.parse(row.summary),
});

/** Rows of the snapshots of switches, samples of their counters, and what was noticed. */
export function createSwitchHistory({ db, workspaceId }: Scope) {
  return {
    async addSnapshot(
      tx: Tx,
      made: {
        switchId: string;
        root: string;
        at: Date;
        cause: StoredSnapshot["cause"];
        summary: SnapshotSummary;
      },
    ): Promise<string> {
      const { at, summary, ...rest } = made;
      const { id } = await tx.switchSnapshot.create({
        data: { ...rest, takenAt: at, seenAt: at, summary: toJson(summary) },
        select: { id: true },
      });
      return id;
    },

    seen: (tx: Tx, snapshotId: string, at: Date) =>
      tx.switchSnapshot.update({ where: { id: snapshotId }, data: { seenAt: at } }),

    async addOccurrence(
      tx: Tx,
      made: { switchId: string; at: Date; kind: string; text: string; snapshotId: string | null },
    ): Promise<void> {
      await tx.switchOccurrence.create({ data: made });
    },

    async addSample(tx: Tx, switchId: string, at: Date, body: Uint8Array): Promise<void> {
      await tx.switchSample.create({ data: { switchId, at, body: new Uint8Array(body) } });
    },

    /** Lets go of what is beyond `KEPT`; pieces of snapshots go with housekeeping. */
    async prune(tx: Tx, id: string): Promise<void> {
      for (const [table, column, kept] of [
        ["switch_snapshot", "taken_at", KEPT.snapshots],
        ["switch_sample", "at", KEPT.samples],
        ["switch_occurrence", "at", KEPT.occurrences],
      ] as const)
        await tx.$executeRawUnsafe(
          `DELETE FROM ${table} WHERE switch_id = $1::uuid AND id IN (
             SELECT id FROM ${table} WHERE switch_id = $1::uuid ORDER BY ${column} DESC OFFSET $2)
             AND id::text <> COALESCE((SELECT intent->>'snapshotId' FROM attached_switch WHERE id = $1::uuid), '')`,
          id,
          kept,
        );
    },

    async snapshots(switchId: string, limit: number): Promise<StoredSnapshot[]> {
      const rows = await db.switchSnapshot.findMany({
        where: { switchId, switch: { workspaceId } },
        orderBy: { takenAt: "desc" },
        take: limit,
      });
      return rows.map(toSnapshot);
    },

    async snapshot(id: string): Promise<StoredSnapshot | null> {
      const row = await db.switchSnapshot.findFirst({ where: { id, switch: { workspaceId } } });
      return row && toSnapshot(row);
    },

    /** Roots of all snapshots, those of removed switches too: removal can be undone. */
    async roots(): Promise<Set<string>> {
      const rows = await db.switchSnapshot.findMany({
        where: { switch: { workspaceId } },
        distinct: ["root"],
        select: { root: true },
      });
      return new Set(rows.map(({ root }) => root));
    },

    async occurrences(switchId: string, limit: number): Promise<Occurrence[]> {
      const rows = await db.switchOccurrence.findMany({
        where: { switchId, switch: { workspaceId } },
        orderBy: [{ at: "desc" }, { id: "desc" }],
        take: limit,
      });
      return rows.map(({ id, at, kind, text, snapshotId }) => ({
        ...{ id, kind, text, snapshotId },
        at: at.toISOString(),
      }));
    },

    /** The newest sample and the oldest kept one at or after `since`; null where there is none. */
    async samples(
      switchId: string,
      since: Date,
    ): Promise<{
      newest: { at: Date; body: Uint8Array } | null;
      oldest: { at: Date; body: Uint8Array } | null;
    }> {
      const where = { switchId, switch: { workspaceId } };
      const [last, first] = await Promise.all([
        db.switchSample.findFirst({ where, orderBy: { at: "desc" } }),
        db.switchSample.findFirst({ where: { ...where, at: { gte: since } }, orderBy: { at: "asc" } }),
      ]);
      return { newest: last, oldest: first && last && first.id !== last.id ? first : null };
    },
  };
}
