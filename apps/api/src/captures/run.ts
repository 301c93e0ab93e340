import { Worker } from "node:worker_threads";
import type { Bus } from "../bus/bus.ts";
import type { FromRun, RunTask, ToRun } from "./messages.ts";
import type { RunProgress } from "./schema.ts";
import type { CaptureStore, RunOutcome } from "./store.ts";

export type RunHandle = {
  /** Asks the run to end; what it has measured so far is kept. */
  stop(): void;
  /** Settles when the row says how it ended. */
  ended: Promise<void>;
};

/**
 * Starts a run in a thread of its own and writes down how it goes. Windows and live frames go to the bus, as
 * from the collector.
 */
export function startRun(
  task: RunTask,
  { store, bus, now }: { store: CaptureStore; bus: Bus; now(): Date },
): RunHandle {
  const worker = new Worker(new URL("./runWorker.ts", import.meta.url), { workerData: task, execArgv: [] });
  const tell = (message: ToRun): void => worker.postMessage(message);
  const stop = (): void => tell({ kind: "stop" });
  let latest: RunProgress | null = null;
  // rows change in the order of what happened
  let writes: Promise<unknown> = Promise.resolve();
  const note = (progress: RunProgress): void => {
    if (latest !== null) {
      latest = progress;
      return;
    }
    latest = progress;
    writes = writes.then(async () => {
      const next = latest;
      latest = null;
      if (next && !(await store.beatRun(task.runId, next))) stop();
    });
    writes = writes.catch(() => {});
  };

  const outcome = new Promise<RunOutcome>((resolve) => {
    worker.on("message", (message: FromRun) => {
      if (message.kind === "windows") {
        bus.windows.publish(message.rows);
        tell({ kind: "taken" });
      } else if (message.kind === "live") bus.live.publish(message.frames);
      else if (message.kind === "progress") note(message.progress);
      else if (message.kind === "failed") resolve({ state: "failed", failure: message.message });
      else {
        const { stopped, progress, result } = message;
        resolve({ state: stopped ? "cancelled" : "done", progress, result });
      }
    });
    worker.once("error", (error) => resolve({ state: "failed", failure: error.message }));
    worker.once("exit", () => resolve({ state: "failed", failure: "The thread of the run ended early." }));
  });
  const ended = outcome.then(async (end) => {
    await writes;
    await store.endRun(task.runId, end, now());
  });
  return { stop, ended };
}
