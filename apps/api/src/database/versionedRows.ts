import { type Db, Prisma, type Tx } from "./client.ts";
import type { Scope } from "./scope.ts";

/** What the tables of nouns with immutable versions have alike, `table` beside `table_version`. */
type Rows = {
  create(args: {
    data: { workspaceId: string; name: string };
    select: { id: true };
  }): Promise<{ id: string }>;
  updateMany(args: {
    where: { id: string; workspaceId: string };
    data: { name?: string; removedAt?: Date | null };
  }): Promise<{ count: number }>;
};
type Options = {
  table: "chain" | "engine" | "program" | "scenario" | "topology";
  rows(db: Db | Tx): Rows;
  /** longest transaction, where the five seconds of Prisma are too few */
  transactionMs?: number;
};
type Latest = { id: string; number: number; hash: string };

/** The part of a store that is alike for every noun with versions. */
export function versionedRows({ db, workspaceId }: Scope, { table, rows, transactionMs }: Options) {
  const update = async (id: string, data: { name?: string; removedAt?: Date | null }): Promise<boolean> =>
    (await rows(db).updateMany({ where: { id, workspaceId }, data })).count > 0;
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      db.$transaction(work, transactionMs === undefined ? undefined : { timeout: transactionMs }),

    async create(tx: Tx, name: string): Promise<string> {
      return (await rows(tx).create({ data: { workspaceId, name }, select: { id: true } })).id;
    },

    /**
     * The newest version, the row of its noun locked until the transaction ends; null when that is unknown or removed.
     */
    async lockLatest(tx: Tx, id: string): Promise<Latest | null> {
      const [own, versions] = [Prisma.raw(table), Prisma.raw(`${table}_version`)];
      const locked = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM ${own}
        WHERE id = ${id}::uuid AND workspace_id = ${workspaceId}::uuid AND removed_at IS NULL FOR UPDATE`;
      if (locked.length === 0) return null;
      const [newest] = await tx.$queryRaw<Latest[]>`
        SELECT id, number, hash FROM ${versions} WHERE ${Prisma.raw(`${table}_id`)} = ${id}::uuid ORDER BY number DESC LIMIT 1`;
      return newest ?? null;
    },

    rename: (id: string, name: string): Promise<boolean> => update(id, { name }),
    /** Hides it from lists, or brings it back with null. */
    setRemoved: (id: string, removedAt: Date | null): Promise<boolean> => update(id, { removedAt }),
  };
}
