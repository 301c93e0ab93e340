import { Worker } from "node:worker_threads";

/** Heap of one thread in MB (our choice): the largest placement of the benches takes a fifth of it. */
export const THREAD_HEAP_MB = 2_048;

type Task = {
  /** a module that posts messages and then ends */
  module: URL;
  input: unknown;
  limitMs: number;
  /** what the error says when time is up */
  late: string;
  signal?: AbortSignal;
  /** of the thread, in MB; left out: as much as any has */
  heapMb?: number;
};

/**
 * Runs a module in a thread of its own until `take` makes a result of one of its messages (undefined: not
 * yet). The thread is ended by its result, by the abort signal or when time is up, so that no computation can
 * hold this one.
 */
export const runInThread = <T>(task: Task, take: (message: unknown) => T | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const { heapMb = THREAD_HEAP_MB } = task;
    const worker = new Worker(task.module, {
      workerData: task.input,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      task.signal?.removeEventListener("abort", onAbort);
      void worker.terminate();
      settle();
    };
    const fail = (error: Error): void => end(() => reject(error));
    const onAbort = (): void => fail(new Error("cancelled"));
    const timer = setTimeout(() => fail(new Error(task.late)), task.limitMs);
    task.signal?.addEventListener("abort", onAbort, { once: true });
    worker.on("message", (message) => {
      try {
        const result = take(message);
        if (result !== undefined) end(() => resolve(result));
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
    worker.once("error", (error: Error) =>
      fail(
        "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? new Error(
              `The computation needs more than ${heapMb} MB and was stopped. Make the problem smaller.`,
            )
          : error,
      ),
    );
    worker.once("exit", (code) => fail(new Error(`The computation ended without an answer (code ${code}).`)));
  });
