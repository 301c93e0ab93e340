import type { NetworkFunction } from "../../chain/index.ts";
import type { DeviceProfile } from "../../device/index.ts";
import type { Catalogue } from "../catalogue.ts";
import type { PlaceProgress } from "../engine.ts";
import type { Plan } from "../plan/planResult.ts";
import type { Problem } from "../problem.ts";
import type { Placement } from "../result.ts";

/**
 * Sent to the worker; plain data, so that it can be cloned. `solver`: what it runs on HiGHS; for `plan` an
 * engine of `planEngines`.
 */
export type IlpRequest = {
  solver: "ilp" | "batch" | { plan: string };
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
  | { kind: "plan"; plan: Plan }
  | { kind: "failure"; message: string };

/** A running worker, whatever its platform; `serveIlp` answers at its other end. */
export type IlpWorker = {
  post(request: IlpRequest): void;
  onReply(listener: (reply: IlpReply) => void): void;
  /** the worker died or could not start */
  onFailure(listener: (error: Error) => void): void;
  terminate(): void;
};

export type WorkerTask = {
  solver: IlpRequest["solver"];
  problem: Problem;
  catalogue: Catalogue;
  timeLimitMs: number | null;
  online: boolean;
  signal: AbortSignal | undefined;
  onProgress: ((progress: PlaceProgress) => void) | undefined;
  /** how long past its time limit a worker may go on before it is killed, ms */
  graceMs: number;
};

/**
 * Asks a worker and ends it with the answer, a failure, the abort, or when it does not keep its time limit:
 * then the answer is null, and the last progress is what is known. HiGHS looks at its clock between steps
 * only, and some of them are long.
 */
export async function askWorker(
  spawn: () => IlpWorker,
  task: WorkerTask,
): Promise<Exclude<IlpReply, { kind: "progress" | "failure" }> | null> {
  const { solver, problem, catalogue, timeLimitMs, online, signal, onProgress, graceMs } = task;
  signal?.throwIfAborted();
  const worker = spawn();
  const { promise, resolve, reject } = deferred<Exclude<IlpReply, { kind: "progress" | "failure" }> | null>();
  const abort = (): void => reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  worker.onFailure(reject);
  worker.onReply((reply) => {
    if (reply.kind === "progress") onProgress?.(reply.progress);
    else if (reply.kind === "failure") reject(new Error(reply.message));
    else resolve(reply);
  });
  const { profiles, functions } = catalogue;
  worker.post({ solver, problem, profiles, functions, timeLimitMs, online });
  const timer = timeLimitMs === null ? null : setTimeout(() => resolve(null), timeLimitMs + graceMs);
  try {
    return await promise;
  } finally {
    if (timer !== null) clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    worker.terminate();
  }
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
