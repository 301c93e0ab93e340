// Thread that takes one stored capture through a pipeline of its own: the code of the collector, without its
// sockets and counters.
import { createReadStream } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { assert } from "@p4twin/models/core";
import { createPipeline } from "../collector/pipeline.ts";
import { createWallClock } from "../shared/wallClock.ts";
import type { FromRun, RunTask, ToRun } from "./messages.ts";
import { replayCapture } from "./replay.ts";
import { unpack } from "./unpack.ts";

/** Messages with windows that may be under way: a fast run waits for the writer's process. */
const IN_FLIGHT = 4;
const MAX_EXPORTERS = 10_000;

assert(parentPort, "runWorker runs in a worker thread");
const port = parentPort;
const task: RunTask = workerData;
const say = (message: FromRun): void => port.postMessage(message);

let stopped = false;
let inFlight = 0;
let wake = (): void => {};
port.on("message", (message: ToRun) => {
  if (message.kind === "stop") stopped = true;
  else inFlight--;
  wake();
});

// a run is paced by time that never steps; its windows are stamped by the wall time of its start
const clock = createWallClock();
try {
  const pipeline = createPipeline({ collectorId: task.runId, maxExporters: MAX_EXPORTERS, mergeable: true });
  pipeline.rebind(task.bindings, 0);
  const outcome = await replayCapture(unpack(createReadStream(task.path)), task, pipeline, {
    nowMs: clock.steadyMs,
    sleep: (ms) => sleep(ms),
    stopped: () => stopped,
    async windows(rows) {
      inFlight++;
      say({ kind: "windows", rows });
      while (inFlight >= IN_FLIGHT)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
    live: (frames) => say({ kind: "live", frames }),
    progress: (progress) => say({ kind: "progress", progress }),
  });
  say({ kind: "done", stopped, ...outcome });
} catch (error) {
  say({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
}
port.close();
