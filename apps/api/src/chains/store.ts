import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { toEntry, toSummary } from "../shared/versions.ts";
import { type ChainDocument, type ChainListEntry, type ChainVersion, chainDocumentSchema } from "./schema.ts";

export type NewChainVersion = {
  chainId: string;
  number: number;
  hash: string;
  document: ChainDocument;
  createdBy: string | null;
};

/** Rows of chains and their versions. */
export function createChainStore({ db, workspaceId }: Scope) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.$transaction(work),

    async list(): Promise<ChainListEntry[]> {
      const rows = await db.chain.findMany({
        where: { workspaceId, removedAt: null },
        include: {
          versions: { orderBy: { number: "desc" }, take: 1 },
          _count: { select: { versions: true } },
        },
        orderBy: { createdAt: "desc" },
      });
      return rows.flatMap((row) =>
        toSummary(row, row.name).map((summary) => ({
          ...summary,
          chain: chainDocumentSchema.parse(row.versions[0]?.document).chain,
        })),
      );
    },

    async get(versionId: string): Promise<ChainVersion | null> {
      const row = await db.chainVersion.findFirst({
        where: { id: versionId, chain: { workspaceId } },
        include: { chain: { include: { versions: { orderBy: { number: "desc" } } } } },
      });
      if (!row) return null;
      return {
        id: row.id,
        chainId: row.chainId,
        name: row.chain.name,
        number: row.number,
        hash: row.hash,
        document: chainDocumentSchema.parse(row.document),
        createdAt: row.createdAt.toISOString(),
        versions: row.chain.versions.map(toEntry),
      };
    },

    async create(tx: Tx, name: string): Promise<string> {
      return (await tx.chain.create({ data: { workspaceId, name }, select: { id: true } })).id;
    },

    /** The newest version, its chain's row locked until the transaction ends; null when the chain is unknown. */
    async lockLatest(tx: Tx, chainId: string): Promise<{ id: string; number: number; hash: string } | null> {
      const locked = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM chain
        WHERE id = ${chainId}::uuid AND workspace_id = ${workspaceId}::uuid AND removed_at IS NULL FOR UPDATE`;
      if (locked.length === 0) return null;
      return tx.chainVersion.findFirst({
        where: { chainId },
        orderBy: { number: "desc" },
        select: { id: true, number: true, hash: true },
      });
    },

    async addVersion(tx: Tx, version: NewChainVersion): Promise<string> {
      const data = { ...version, document: toJson(version.document) };
      return (await tx.chainVersion.create({ data, select: { id: true } })).id;
    },

    async rename(id: string, name: string): Promise<boolean> {
      return (await db.chain.updateMany({ where: { id, workspaceId }, data: { name } })).count > 0;
    },

    async setRemoved(id: string, removedAt: Date | null): Promise<boolean> {
      return (await db.chain.updateMany({ where: { id, workspaceId }, data: { removedAt } })).count > 0;
    },
  };
}

export type ChainStore = ReturnType<typeof createChainStore>;
