import type { Plan } from "@p4twin/models/placement";
import { runInChild } from "../shared/runInChild.ts";
import { type PlanJob, planMessageSchema } from "./schema.ts";

// a solver checks its limit between steps; past this grace it is not going to
const GRACE_MS = 5_000;

/** Runs a planning engine in a process of its own. */
export const runPlan = (job: PlanJob, signal: AbortSignal): Promise<Plan> =>
  runInChild<Plan>(
    {
      module: new URL("./planWorker.ts", import.meta.url),
      input: job,
      limitMs: job.timeLimitS * 1_000 + GRACE_MS,
      late: `The engine found no plan within ${job.timeLimitS} s and was stopped.`,
      signal,
    },
    (posted) => {
      const message = planMessageSchema.parse(posted);
      if (message.kind === "answer") return message.plan;
      throw new Error(message.message);
    },
  );
