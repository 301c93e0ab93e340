import type { Placement } from "@p4twin/models/placement";
import { runInChild } from "../shared/runInChild.ts";
import { placeMessageSchema } from "./placeMessage.ts";
import type { PlaceRun } from "./service.ts";

// a solver checks its limit between steps; past this grace it is not going to
const GRACE_MS = 5_000;

/** Runs the engine in a process of its own. */
export const runPlace: PlaceRun = (job, { signal, onProgress }) =>
  runInChild<Placement>(
    {
      module: new URL("./placeWorker.ts", import.meta.url),
      input: job,
      limitMs: job.timeLimitS * 1_000 + GRACE_MS,
      late: `The engine found no answer within ${job.timeLimitS} s and was stopped.`,
      signal,
    },
    (posted) => {
      const message = placeMessageSchema.parse(posted);
      if (message.kind === "answer") return message.placement;
      if (message.kind === "failure") throw new Error(message.message);
      onProgress(message.progress);
    },
  );
