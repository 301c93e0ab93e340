import { placementSchema } from "@p4twin/models/placement";
import { jobProgressSchema } from "../jobs/queue.ts";
import { runInChild } from "../shared/runInChild.ts";
import type { PlaceRun } from "./service.ts";

// a solver checks its limit between steps; past this grace it is not going to
const GRACE_MS = 5_000;

/** Runs the engine in a process of its own. */
export const runPlace: PlaceRun = (job, { signal, onProgress }) =>
  runInChild({
    module: new URL("./placeWorker.ts", import.meta.url),
    input: job,
    answer: placementSchema,
    progress: jobProgressSchema,
    onProgress,
    limitMs: job.timeLimitS * 1_000 + GRACE_MS,
    late: `The engine found no answer within ${job.timeLimitS} s and was stopped.`,
    signal,
  });
