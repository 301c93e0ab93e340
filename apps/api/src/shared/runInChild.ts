import { holds, outgrewMemory, startChild } from "./child.ts";

/** Heap of one computation in MB (our choice): the largest placement of the benches takes a fifth of it. */
export const CHILD_HEAP_MB = 2_048;

type Task = {
  /** a module that takes the input by `onTask` and answers by `reply` */
  module: URL;
  input: unknown;
  limitMs: number;
  /** what the error says when time is up */
  late: string;
  signal?: AbortSignal;
  /** of the child, in MB; left out: as much as any has */
  heapMb?: number;
};

/**
 * Runs a module in a process of its own until `take` makes a result of one of its messages (undefined: not
 * yet). The process is ended by its result, by the abort signal or when time is up, so that no computation can
 * hold this one or end it.
 */
export const runInChild = <T>(task: Task, take: (message: unknown) => T | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const { heapMb = CHILD_HEAP_MB } = task;
    const child = startChild(task.module, heapMb);
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      task.signal?.removeEventListener("abort", onAbort);
      child.kill("SIGKILL");
      holds(child, false);
      settle();
    };
    const fail = (error: Error): void => end(() => reject(error));
    const onAbort = (): void => fail(new Error("cancelled"));
    const timer = setTimeout(() => fail(new Error(task.late)), task.limitMs);
    task.signal?.addEventListener("abort", onAbort, { once: true });
    child.on("message", (message) => {
      try {
        const result = take(message);
        if (result !== undefined) end(() => resolve(result));
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
    child.once("error", fail);
    child.once("exit", (code, signal) =>
      fail(
        new Error(
          outgrewMemory(code, signal)
            ? `The computation needs more than ${heapMb} MB and was stopped. Make the problem smaller.`
            : `The computation ended without an answer (code ${code ?? signal}).`,
        ),
      ),
    );
    child.send(task.input as object);
  });
