import { type Plan, planEngines, planSchema, verifyPlan } from "@p4twin/models/placement";
import type { EngineService } from "../engines/service.ts";
import { DomainError } from "../errors.ts";
import type { JobQueue } from "../jobs/queue.ts";
import type { JobHandler } from "../jobs/runner.ts";
import { found } from "../shared/service.ts";
import { type PlanJob, type PlanRecord, type PlanRun, planJobSchema } from "./schema.ts";
import type { PlanStore } from "./store.ts";

type Deps = {
  store: PlanStore;
  queue: JobQueue;
  engines: EngineService;
  /** solves apart from this thread; rejects when the engine fails or outlives its limit */
  runPlan: (job: PlanJob, signal: AbortSignal) => Promise<Plan>;
};

/** Plans: which devices to buy for a workload, computed by a job. */
export function createPlanService({ store, queue, engines, runPlan }: Deps) {
  const get = async (id: string): Promise<PlanRecord> => found(await store.get(id), "plan", id);

  /** The `plan` job, for the job runner. */
  const handler: JobHandler = {
    async run(job, { signal }) {
      const payload = planJobSchema.parse(job.payload);
      const plan = await runPlan(payload, signal);
      const wrong = verifyPlan(payload.problem, engines.catalogueOf(payload.profiles), plan);
      if (wrong.length > 0) {
        throw new Error(
          `Engine ${payload.engine} gave a plan that breaks ${wrong.length} constraints: ${wrong[0]?.message}`,
        );
      }
      return plan;
    },
    async settle(job, worker, outcome) {
      await queue.finish(
        store.db,
        job.id,
        worker,
        "result" in outcome
          ? { state: "done", result: planSchema.parse(outcome.result) }
          : { state: "failed", message: outcome.failure },
      );
    },
  };

  return {
    handler,
    get,
    list: (limit: number) => store.list(limit),

    /** Queues a plan and answers at once; `get` tells how it goes. */
    async run({
      problem: stated,
      engine,
      timeLimitS,
      by,
    }: PlanRun & { by: string | null }): Promise<PlanRecord> {
      if (!Object.hasOwn(planEngines, engine)) {
        const known = Object.keys(planEngines).join(", ");
        throw new DomainError("bad_input", `There is no planning engine "${engine}"; known are ${known}.`);
      }
      const problem = await engines.checkedProblem(stated);
      if (problem.workload.length === 0) {
        throw new DomainError(
          "bad_input",
          "There is nothing to plan for: the problem has no workload. List functions with gbps and count, and deviceTypes to choose from.",
        );
      }
      const payload: PlanJob = {
        workspaceId: store.workspaceId,
        problem,
        engine,
        timeLimitS,
        profiles: await engines.profilesOf(problem),
      };
      return get(await queue.add(store.db, { kind: "plan", payload, createdBy: by }));
    },

    /** Cancelling what has ended changes nothing. */
    async cancel(id: string): Promise<PlanRecord> {
      await get(id);
      await queue.cancel(store.db, id);
      return get(id);
    },
  };
}
