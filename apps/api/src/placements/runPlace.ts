import { Worker } from "node:worker_threads";
import type { PlaceReply } from "./placeWorker.ts";
import type { PlaceRun } from "./service.ts";

// a solver checks its limit between steps; past this grace it is not going to
const GRACE_S = 5;

/** Runs the engine in a thread of its own; the thread is ended by its answer, by the abort signal or when time is up. */
export const runPlace: PlaceRun = (job, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./placeWorker.ts", import.meta.url), { workerData: job });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      void worker.terminate();
      settle();
    };
    const onAbort = (): void => end(() => reject(new Error("cancelled")));
    const timer = setTimeout(
      () =>
        end(() =>
          reject(new Error(`The engine found no answer within ${job.timeLimitS} s and was stopped.`)),
        ),
      (job.timeLimitS + GRACE_S) * 1_000,
    );
    signal.addEventListener("abort", onAbort, { once: true });
    worker.on("message", (reply: PlaceReply) => {
      if (reply.kind === "progress") onProgress(reply.progress);
      else if (reply.kind === "answer") end(() => resolve(reply.placement));
      else end(() => reject(new Error(reply.message)));
    });
    worker.once("error", (error) => end(() => reject(error)));
    worker.once("exit", (code) =>
      end(() => reject(new Error(`The engine ended without an answer (code ${code}).`))),
    );
  });
