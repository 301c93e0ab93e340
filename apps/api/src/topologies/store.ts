import { type Topology, topologySchema } from "@p4twin/models/topology";
import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { versionedRows } from "../database/versionedRows.ts";
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
export function createTopologyStore(scope: Scope) {
  const { db, workspaceId } = scope;
  return {
    ...versionedRows(scope, { table: "topology", rows: (tx) => tx.topology, transactionMs: TRANSACTION_MS }),

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

    /** The newest version of each, without its document. */
    async heads(): Promise<{ id: string; name: string; versionId: string }[]> {
      const rows = await db.topology.findMany({
        where: { workspaceId, removedAt: null },
        select: {
          id: true,
          name: true,
          versions: { orderBy: { number: "desc" }, take: 1, select: { id: true } },
        },
        orderBy: { createdAt: "asc" },
      });
      return rows.flatMap(({ id, name, versions }) => versions.map((v) => ({ id, name, versionId: v.id })));
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

    async addVersion(tx: Tx, version: NewTopologyVersion): Promise<string> {
      const data = { ...version, document: toJson(version.document) };
      return (await tx.topologyVersion.create({ data, select: { id: true } })).id;
    },
  };
}

export type TopologyStore = ReturnType<typeof createTopologyStore>;
