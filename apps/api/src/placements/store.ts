import {
  gaveUp,
  type Placement,
  placementSchema as placementResultSchema,
  problemSchema,
} from "@p4twin/models/placement";
import type { Prisma, Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";
import { jobProgressSchema, jobStateSchema } from "../jobs/queue.ts";
import type { PlaceJob, PlacementEntry, PlacementRecord } from "./schema.ts";

const withNames = {
  job: { select: { progress: true } },
  scenarioVersion: { select: { scenario: { select: { name: true } } } },
} satisfies Prisma.PlacementInclude;
type Row = Prisma.PlacementGetPayload<{ include: typeof withNames }>;

const toEntry = (row: Row): PlacementEntry => {
  const result = row.result === null ? null : placementResultSchema.parse(row.result);
  return {
    id: row.id,
    scenarioVersionId: row.scenarioVersionId,
    scenarioName: row.scenarioVersion?.scenario.name ?? null,
    engine: row.engine,
    timeLimitS: row.timeLimitS,
    status: jobStateSchema.parse(row.status),
    answer: result?.status ?? null,
    gaveUp: result !== null && gaveUp(result),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
};

/** Rows of placements. */
export function createPlacementStore({ db, workspaceId }: Scope) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.$transaction(work),

    async list(limit: number): Promise<PlacementEntry[]> {
      const rows = await db.placement.findMany({
        where: { workspaceId },
        include: withNames,
        orderBy: { createdAt: "desc" },
        take: limit,
      });
      return rows.map(toEntry);
    },

    async get(id: string): Promise<PlacementRecord | null> {
      const row = await db.placement.findFirst({ where: { id, workspaceId }, include: withNames });
      if (!row) return null;
      return {
        ...toEntry(row),
        problem: problemSchema.parse(row.problem),
        result: row.result === null ? null : placementResultSchema.parse(row.result),
        failure: row.failure,
        progress: row.job?.progress ? jobProgressSchema.parse(row.job.progress) : null,
      };
    },

    async create(
      tx: Tx,
      input: Omit<PlaceJob, "profiles"> & {
        scenarioVersionId: string | null;
        jobId: string;
        createdBy: string | null;
      },
    ): Promise<string> {
      const data = { ...input, problem: toJson(input.problem), workspaceId };
      return (await tx.placement.create({ data, select: { id: true } })).id;
    },

    /** Stores an answer that needed no job. */
    async keep(input: {
      problem: PlaceJob["problem"];
      engine: string;
      scenarioVersionId: string;
      createdBy: string | null;
      result: Placement;
    }): Promise<string> {
      const { problem, result, ...rest } = input;
      const row = await db.placement.create({
        data: {
          ...rest,
          workspaceId,
          timeLimitS: 0,
          status: "done",
          finishedAt: new Date(),
          problem: toJson(problem),
          result: toJson(result),
        },
        select: { id: true },
      });
      return row.id;
    },

    async settle(
      tx: Tx,
      jobId: string,
      outcome:
        | { status: "done"; result: Placement }
        | { status: "failed"; failure: string }
        | { status: "cancelled" },
    ): Promise<void> {
      const { status } = outcome;
      await tx.placement.updateMany({
        where: { jobId },
        data: {
          status,
          finishedAt: new Date(),
          ...(status === "done" ? { result: toJson(outcome.result) } : {}),
          ...(status === "failed" ? { failure: outcome.failure } : {}),
        },
      });
    },

    async start(jobId: string): Promise<void> {
      await db.placement.updateMany({ where: { jobId, status: "queued" }, data: { status: "running" } });
    },

    async jobOf(id: string): Promise<string | null> {
      const row = await db.placement.findFirst({ where: { id, workspaceId }, select: { jobId: true } });
      return row?.jobId ?? null;
    },
  };
}

export type PlacementStore = ReturnType<typeof createPlacementStore>;
