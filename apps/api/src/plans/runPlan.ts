import { type Plan, planSchema } from "@p4twin/models/placement";
import { runInChild } from "../shared/runInChild.ts";
import type { PlanJob } from "./schema.ts";

// a solver checks its limit between steps; past this grace it is not going to
const GRACE_MS = 5_000;

/** Runs a planning engine in a process of its own. */
export const runPlan = (job: PlanJob, signal: AbortSignal): Promise<Plan> =>
  runInChild({
    module: new URL("./planWorker.ts", import.meta.url),
    input: job,
    answer: planSchema,
    limitMs: job.timeLimitS * 1_000 + GRACE_MS,
    late: `The engine found no plan within ${job.timeLimitS} s and was stopped.`,
    signal,
  });
