import { type Topology, topologySchema } from "@p4twin/models/topology";
import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { toEntry, toSummary } from "../shared/versions.ts";
import type { TopologySummary, TopologyVersion } from "./schema.ts";

export type NewTopologyVersion = {
  topologyId: string;
  number: number;
  hash: string;
  document: Topology;
  createdBy: string | null;
};

/**
 * A cloud of 1,000 racks is a document of some megabytes: on a busy machine the five seconds of Prisma are
 * too few (our choice).
 */
const TRANSACTION_MS = 30_000;

/** Rows of topologies and their versions. */
export function createTopologyStore({ db, workspaceId }: Scope) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      db.$transaction(work, { timeout: TRANSACTION_MS }),

    async list(): Promise<TopologySummary[]> {
      const rows = await db.topology.findMany({
        where: { workspaceId, removedAt: null },
        include: {
          versions: { orderBy: { number: "desc" }, take: 1 },
          _count: { select: { versions: true } },
        },
        orderBy: { createdAt: "desc" },
      });
      return rows.flatMap((row) => {
        const document = topologySchema.safeParse(row.versions[0]?.document);
        const nodes = document.data?.nodes ?? [];
        return toSummary(row, row.name).map((summary) => ({
          ...summary,
          nodeCount: nodes.length,
          deviceCount: nodes.filter((node) => node.kind === "device").length,
          linkCount: document.data?.links.length ?? 0,
        }));
      });
    },

    async get(versionId: string): Promise<TopologyVersion | null> {
      const row = await db.topologyVersion.findFirst({
        where: { id: versionId, topology: { workspaceId } },
        include: { topology: { include: { versions: { orderBy: { number: "desc" } } } } },
      });
      if (!row) return null;
      return {
        id: row.id,
        topologyId: row.topologyId,
        name: row.topology.name,
        number: row.number,
        hash: row.hash,
        document: topologySchema.parse(row.document),
        createdAt: row.createdAt.toISOString(),
        versions: row.topology.versions.map(toEntry),
      };
    },

    async create(tx: Tx, name: string): Promise<string> {
      return (await tx.topology.create({ data: { workspaceId, name }, select: { id: true } })).id;
    },

    /** The newest version, its topology's row locked until the transaction ends; null when the topology is unknown. */
    async lockLatest(
      tx: Tx,
      topologyId: string,
    ): Promise<{ id: string; number: number; hash: string } | null> {
      const locked = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM topology
        WHERE id = ${topologyId}::uuid AND workspace_id = ${workspaceId}::uuid AND removed_at IS NULL FOR UPDATE`;
      if (locked.length === 0) return null;
      return tx.topologyVersion.findFirst({
        where: { topologyId },
        orderBy: { number: "desc" },
        select: { id: true, number: true, hash: true },
      });
    },

    async addVersion(tx: Tx, version: NewTopologyVersion): Promise<string> {
      const data = { ...version, document: toJson(version.document) };
      return (await tx.topologyVersion.create({ data, select: { id: true } })).id;
    },

    async rename(id: string, name: string): Promise<boolean> {
      return (await db.topology.updateMany({ where: { id, workspaceId }, data: { name } })).count > 0;
    },

    async setRemoved(id: string, removedAt: Date | null): Promise<boolean> {
      return (await db.topology.updateMany({ where: { id, workspaceId }, data: { removedAt } })).count > 0;
    },
  };
}

export type TopologyStore = ReturnType<typeof createTopologyStore>;
