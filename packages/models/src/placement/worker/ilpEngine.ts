import type { NetworkFunction } from "../../chain/index.ts";
import type { DeviceProfile } from "../../device/index.ts";
import type { PlacementEngine, PlaceProgress } from "../engine.ts";
import type { Problem } from "../problem.ts";
import type { Placement } from "../result.ts";

/** Sent to the worker; plain data, so that it can be cloned. */
export type IlpRequest = {
  problem: Problem;
  profiles: readonly DeviceProfile[];
  functions: readonly NetworkFunction[];
  timeLimitMs: number | null;
  online: boolean;
};

/** Sent back by the worker: any number of progress messages, then one answer or one failure. */
export type IlpReply =
  | { kind: "progress"; progress: PlaceProgress }
  | { kind: "answer"; placement: Placement }
  | { kind: "failure"; message: string };

/** A running worker, whatever its platform; `serveIlp` answers at its other end. */
export type IlpWorker = {
  post(request: IlpRequest): void;
  onReply(listener: (reply: IlpReply) => void): void;
  /** the worker died or could not start */
  onFailure(listener: (error: Error) => void): void;
  terminate(): void;
};

const MS_PER_S = 1000;

/**
 * The integer program as an engine: one worker per solve, because HiGHS blocks its thread; the worker is ended by the answer, by a
 * failure or by the abort signal. `spawn` makes a worker of the platform (worker_threads in Node, Worker in a browser).
 */
export function createIlpEngine(spawn: () => IlpWorker): PlacementEngine {
  return {
    id: "ilp",
    title: "Integer program (thesis, PA-P4SFC-E) on HiGHS",
    async place(problem, { catalogue, timeLimitS, online = false, signal, onProgress }) {
      signal?.throwIfAborted();
      const worker = spawn();
      const { promise, resolve, reject } = deferred<Placement>();
      const abort = (): void => reject(signal?.reason);
      signal?.addEventListener("abort", abort);
      worker.onFailure(reject);
      worker.onReply((reply) => {
        if (reply.kind === "progress") onProgress?.(reply.progress);
        else if (reply.kind === "answer") resolve(reply.placement);
        else reject(new Error(reply.message));
      });
      const { profiles, functions } = catalogue;
      const timeLimitMs = timeLimitS === undefined ? null : timeLimitS * MS_PER_S;
      worker.post({ problem, profiles, functions, timeLimitMs, online });
      try {
        return await promise;
      } finally {
        signal?.removeEventListener("abort", abort);
        worker.terminate();
      }
    },
  };
}

function deferred<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
