import { Worker } from "node:worker_threads";
import type { IlpReply, IlpWorker } from "../../placement/index.ts";

/**
 * A worker thread of Node that solves one problem on HiGHS: the platform's part of `createIlpEngine`,
 * `createBatchEngine` and `planInWorker`.
 */
export function spawnIlpThread(): IlpWorker {
  const worker = new Worker(new URL("./ilpThread.ts", import.meta.url));
  return {
    post: (request) => worker.postMessage(request),
    onMessage: (listener) => void worker.on("message", (reply: IlpReply) => listener(reply)),
    onFailure(listener) {
      worker.on("error", listener);
      worker.on("exit", (code) =>
        listener(new Error(`the solver's thread ended with code ${code} before its answer`)),
      );
    },
    terminate: () => void worker.terminate(),
  };
}
