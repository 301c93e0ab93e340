import { type BoundSegment, segmentsSchema, type Thresholds, thresholdsSchema } from "@p4twin/models/twin";
import type { Prisma, Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import { type Scope, type WideScope, within } from "../database/scope.ts";
import {
  type Deployment,
  type DeploymentInput,
  deploymentStatusSchema,
  type ThresholdChange,
} from "./schema.ts";

const withChain = {
  chainVersion: { select: { chain: { select: { name: true } } } },
} satisfies Prisma.DeploymentInclude;
type Row = Prisma.DeploymentGetPayload<{ include: typeof withChain }>;

const toDeployment = (row: Row): Deployment => ({
  id: row.id,
  name: row.name,
  status: deploymentStatusSchema.parse(row.status),
  revision: row.revision,
  chainVersionId: row.chainVersionId,
  chainName: row.chainVersion?.chain.name ?? null,
  placementId: row.placementId,
  segments: segmentsSchema.parse(row.segments),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** With the workspace that it is in: for what serves all of them. */
export type PlacedDeployment = Deployment & { workspaceId: string };

/** Deployments of a workspace, or of all that are not archived. */
export async function listDeployments({ db, workspaceId }: WideScope): Promise<PlacedDeployment[]> {
  const rows = await db.deployment.findMany({
    where: { ...within(workspaceId), workspace: { archivedAt: null }, removedAt: null },
    include: withChain,
    orderBy: { createdAt: "asc" },
  });
  return rows.map((row) => ({ ...toDeployment(row), workspaceId: row.workspaceId }));
}

export type DeploymentPatch = {
  name?: string | undefined;
  status?: Deployment["status"] | undefined;
  segments?: BoundSegment[] | undefined;
};

/** Rows of deployments and the audit of their thresholds. */
export function createDeploymentStore({ db, workspaceId }: Scope) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.$transaction(work),

    list: (): Promise<PlacedDeployment[]> => listDeployments({ db, workspaceId }),

    /** Which there are, and whether they changed since somebody read them. */
    revisions: (): Promise<{ id: string; name: string; revision: number }[]> =>
      db.deployment.findMany({
        where: { workspaceId, removedAt: null },
        select: { id: true, name: true, revision: true },
        orderBy: { createdAt: "asc" },
      }),

    async get(id: string): Promise<Deployment | null> {
      const row = await db.deployment.findFirst({
        where: { id, workspaceId, removedAt: null },
        include: withChain,
      });
      return row && toDeployment(row);
    },

    async create(input: DeploymentInput & { createdBy: string | null }): Promise<string> {
      const data = { ...input, segments: toJson(input.segments), workspaceId };
      return (await db.deployment.create({ data, select: { id: true } })).id;
    },

    /** The segments as they are now, the row locked until the transaction ends; null when the deployment is unknown. */
    async lockSegments(tx: Tx, id: string): Promise<BoundSegment[] | null> {
      const rows = await tx.$queryRaw<{ segments: unknown }[]>`
        SELECT segments FROM deployment
        WHERE id = ${id}::uuid AND workspace_id = ${workspaceId}::uuid AND removed_at IS NULL FOR UPDATE`;
      return rows[0] ? segmentsSchema.parse(rows[0].segments) : null;
    },

    async update(tx: Tx, id: string, { segments, name, status }: DeploymentPatch): Promise<void> {
      await tx.deployment.update({
        where: { id },
        data: {
          ...(name === undefined ? {} : { name }),
          ...(status === undefined ? {} : { status }),
          ...(segments === undefined ? {} : { segments: toJson(segments) }),
          revision: { increment: 1 },
          updatedAt: new Date(),
        },
      });
    },

    async addChange(
      tx: Tx,
      change: {
        deploymentId: string;
        segmentId: string;
        before: Thresholds;
        after: Thresholds;
        changedBy: string | null;
      },
    ): Promise<void> {
      const { before, after, ...rest } = change;
      await tx.thresholdChange.create({ data: { ...rest, before: toJson(before), after: toJson(after) } });
    },

    async changes(deploymentId: string, segmentId?: string | undefined): Promise<ThresholdChange[]> {
      const rows = await db.thresholdChange.findMany({
        where: { deploymentId, ...(segmentId ? { segmentId } : {}) },
        orderBy: { changedAt: "desc" },
        take: 1_000,
      });
      const users = await db.user.findMany({
        where: { id: { in: rows.flatMap((row) => row.changedBy ?? []) } },
        select: { id: true, name: true },
      });
      const names = new Map(users.map((user) => [user.id, user.name]));
      return rows.map((row) => ({
        id: row.id,
        segmentId: row.segmentId,
        before: thresholdsSchema.parse(row.before),
        after: thresholdsSchema.parse(row.after),
        changedBy: row.changedBy && (names.get(row.changedBy) ?? row.changedBy),
        changedAt: row.changedAt.toISOString(),
      }));
    },

    /** Thresholds of an instant where they were changed since: what the first change after it took away, by segment. */
    async thresholdsAt(deploymentId: string, at: Date): Promise<Map<string, Thresholds>> {
      const rows = await db.thresholdChange.findMany({
        where: { deploymentId, changedAt: { gte: at } },
        orderBy: { changedAt: "asc" },
        distinct: ["segmentId"],
        select: { segmentId: true, before: true },
      });
      return new Map(rows.map(({ segmentId, before }) => [segmentId, thresholdsSchema.parse(before)]));
    },

    async setRemoved(id: string, removedAt: Date | null): Promise<boolean> {
      return (await db.deployment.updateMany({ where: { id, workspaceId }, data: { removedAt } })).count > 0;
    },
  };
}

export type DeploymentStore = ReturnType<typeof createDeploymentStore>;
