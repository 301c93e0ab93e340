import type { Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { versionedRows } from "../database/versionedRows.ts";
import {
  type ScenarioContent,
  type ScenarioSummary,
  type ScenarioVersion,
  scenarioParametersSchema,
} from "./schema.ts";

/** Rows of scenarios and their versions. */
export function createScenarioStore(scope: Scope) {
  const { db, workspaceId } = scope;
  return {
    ...versionedRows(scope, { table: "scenario", rows: (tx) => tx.scenario }),

    async list(): Promise<ScenarioSummary[]> {
      const rows = await db.scenario.findMany({
        where: { workspaceId, removedAt: null },
        include: {
          versions: {
            orderBy: { number: "desc" },
            take: 1,
            include: {
              topologyVersion: { include: { topology: true } },
              _count: { select: { chains: true } },
            },
          },
        },
        orderBy: { createdAt: "desc" },
      });
      return rows.flatMap((row) =>
        row.versions.map((version) => ({
          id: row.id,
          name: row.name,
          createdAt: row.createdAt.toISOString(),
          latest: {
            id: version.id,
            number: version.number,
            createdAt: version.createdAt.toISOString(),
            engine: version.engine,
            topologyName: version.topologyVersion.topology.name,
            chainCount: version._count.chains,
          },
        })),
      );
    },

    async get(versionId: string): Promise<ScenarioVersion | null> {
      const row = await db.scenarioVersion.findFirst({
        where: { id: versionId, scenario: { workspaceId } },
        include: {
          chains: { orderBy: { position: "asc" } },
          scenario: { include: { versions: { orderBy: { number: "desc" } } } },
        },
      });
      if (!row) return null;
      return {
        id: row.id,
        scenarioId: row.scenarioId,
        name: row.scenario.name,
        number: row.number,
        createdAt: row.createdAt.toISOString(),
        topologyVersionId: row.topologyVersionId,
        chainVersionIds: row.chains.map((chain) => chain.chainVersionId),
        engine: row.engine,
        parameters: scenarioParametersSchema.parse(row.parameters),
        versions: row.scenario.versions.map(({ id, number, createdAt }) => ({
          id,
          number,
          createdAt: createdAt.toISOString(),
        })),
      };
    },

    /** Number of the newest version, the scenario's row locked; null when the scenario is unknown. */
    async lockLatest(tx: Tx, scenarioId: string): Promise<number | null> {
      const locked = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM scenario
        WHERE id = ${scenarioId}::uuid AND workspace_id = ${workspaceId}::uuid AND removed_at IS NULL FOR UPDATE`;
      if (locked.length === 0) return null;
      const newest = await tx.scenarioVersion.aggregate({ where: { scenarioId }, _max: { number: true } });
      return newest._max.number ?? 0;
    },

    async addVersion(
      tx: Tx,
      version: { scenarioId: string; number: number; content: ScenarioContent; createdBy: string | null },
    ): Promise<string> {
      const { content, ...rest } = version;
      const row = await tx.scenarioVersion.create({
        data: {
          ...rest,
          topologyVersionId: content.topologyVersionId,
          engine: content.engine,
          parameters: toJson(content.parameters),
          chains: {
            create: content.chainVersionIds.map((chainVersionId, position) => ({ chainVersionId, position })),
          },
        },
        select: { id: true },
      });
      return row.id;
    },
  };
}

export type ScenarioStore = ReturnType<typeof createScenarioStore>;
