import { planSchema } from "@p4twin/models/placement";
import { z } from "zod";
import type { Prisma } from "../database/client.ts";
import type { Scope } from "../database/scope.ts";
import { jobStateSchema } from "../jobs/queue.ts";
import { type PlanEntry, type PlanRecord, planJobSchema } from "./schema.ts";

type Row = Prisma.JobGetPayload<object>;

const failureSchema = z.object({ message: z.string() });
const entryPayloadSchema = planJobSchema.pick({ engine: true, timeLimitS: true });
const answerSchema = planSchema.pick({ status: true });

const toEntry = (row: Row): PlanEntry => ({
  id: row.id,
  ...entryPayloadSchema.parse(row.payload),
  status: jobStateSchema.parse(row.state),
  answer: row.result === null ? null : answerSchema.parse(row.result).status,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

/** Plans are their jobs: a plan is never referred to by other objects, so it needs no row beside its job's. */
export function createPlanStore({ db, workspaceId }: Scope) {
  const own = { kind: "plan", payload: { path: ["workspaceId"], equals: workspaceId } };
  return {
    workspaceId,
    db,

    async list(limit: number): Promise<PlanEntry[]> {
      const rows = await db.job.findMany({ where: own, orderBy: { createdAt: "desc" }, take: limit });
      return rows.map(toEntry);
    },

    async get(id: string): Promise<PlanRecord | null> {
      const row = await db.job.findFirst({ where: { ...own, id } });
      if (!row) return null;
      return {
        ...toEntry(row),
        problem: planJobSchema.parse(row.payload).problem,
        result: row.result === null ? null : planSchema.parse(row.result),
        failure: row.error === null ? null : failureSchema.parse(row.error).message,
      };
    },
  };
}

export type PlanStore = ReturnType<typeof createPlanStore>;
