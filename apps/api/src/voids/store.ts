import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { Prisma } from "../database/client.ts";
import { ensurePartitions } from "../database/partitions.ts";
import type { Scope } from "../database/scope.ts";
import { inTransaction } from "../database/transaction.ts";
import { putBackWindows, takeOutWindows } from "../writer/takeOutWindows.ts";
import type { VoidFilter, VoidInput, WindowVoid } from "./schema.ts";

/** Windows of one void at most (our choice): half a minute of one transaction. */
const MAX_WINDOWS = 1_000_000;
const MAX_LISTED = 1_000;
const DAY_MS = 86_400_000;

type New = VoidInput & { by: string | null; at: Date };

/** Rows of voids, and the windows that they keep. */
export function createVoidStore({ db, workspaceId }: Scope, pool: Pool, maxWindows = MAX_WINDOWS) {
  const list = async (where: Prisma.WindowVoidWhereInput): Promise<WindowVoid[]> => {
    const rows = await db.windowVoid.findMany({
      where: { deployment: { workspaceId, removedAt: null }, ...where },
      orderBy: { createdAt: "desc" },
      take: MAX_LISTED,
    });
    const ids = rows.flatMap(({ createdBy }) => createdBy ?? []);
    const users = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
    const names = new Map(users.map(({ id, name }) => [id, name]));
    return rows.map((row) => ({
      ...{ id: row.id, deploymentId: row.deploymentId, segmentId: row.segmentId, note: row.note },
      ...{ windows: row.windows, from: row.fromAt.toISOString(), to: row.toAt.toISOString() },
      createdBy: row.createdBy && (names.get(row.createdBy) ?? row.createdBy),
      createdAt: row.createdAt.toISOString(),
    }));
  };

  return {
    list: ({ deploymentId, range }: VoidFilter): Promise<WindowVoid[]> =>
      list({
        deploymentId,
        ...(range && { fromAt: { lt: new Date(range.to) }, toAt: { gt: new Date(range.from) } }),
      }),

    async get(id: string): Promise<WindowVoid | null> {
      return (await list({ id }))[0] ?? null;
    },

    /** Takes windows out and keeps them; null, and nothing done, when there are too many. */
    async create({ deploymentId, segmentId, range, note, by, at }: New): Promise<string | null> {
      const id = randomUUID();
      const which = {
        ...{ deploymentId, segmentId: segmentId ?? undefined },
        ...{ from: new Date(range.from), to: new Date(range.to) },
      };
      const TOO_MANY = new Error("too many windows for one void");
      try {
        await inTransaction(pool, async (client) => {
          await client.query(
            `INSERT INTO window_void (id, deployment_id, segment_id, from_at, to_at, note, windows, created_by, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8)`,
            [id, deploymentId, segmentId, which.from, which.to, note, by, at],
          );
          const windows = await takeOutWindows(client, which, id);
          if (windows > maxWindows) throw TOO_MANY;
          await client.query("UPDATE window_void SET windows = $2 WHERE id = $1", [id, windows]);
        });
      } catch (error) {
        if (error === TOO_MANY) return null;
        throw error;
      }
      return id;
    },

    /** Puts its windows back and forgets it; false, and nothing done, when some of them are no longer kept. */
    async undo({ id, from, to, windows }: WindowVoid): Promise<boolean> {
      const days: Date[] = [];
      for (let ms = Date.parse(from); ms < Date.parse(to) + DAY_MS; ms += DAY_MS) days.push(new Date(ms));
      await ensurePartitions(pool, days);
      const GONE = new Error("windows of this void are gone");
      try {
        await inTransaction(pool, async (client) => {
          if ((await putBackWindows(client, id)) < windows) throw GONE;
          await client.query("DELETE FROM window_void WHERE id = $1", [id]);
        });
      } catch (error) {
        if (error === GONE) return false;
        throw error;
      }
      return true;
    },
  };
}
export type VoidStore = ReturnType<typeof createVoidStore>;
