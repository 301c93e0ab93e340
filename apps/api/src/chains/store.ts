import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { versionedRows } from "../database/versionedRows.ts";
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
export function createChainStore(scope: Scope) {
  const { db, workspaceId } = scope;
  return {
    ...versionedRows(scope, { table: "chain", rows: (tx) => tx.chain }),

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

    async addVersion(tx: Tx, version: NewChainVersion): Promise<string> {
      const data = { ...version, document: toJson(version.document) };
      return (await tx.chainVersion.create({ data, select: { id: true } })).id;
    },
  };
}

export type ChainStore = ReturnType<typeof createChainStore>;
