import { Worker } from "node:worker_threads";
import type { TaskAnswer, TaskMessage } from "./messages.ts";

export type ThreadLimits = {
  /** threads at most; they start when they are first needed and stay */
  threads: number;
  /** of one task */
  limitMs: number;
  /** of one thread's JavaScript heap */
  heapMb: number;
};

/** A task that outgrew its thread: the thread was ended, and another one is ready. */
export class TaskTooLarge extends Error {
  override name = "TaskTooLarge";
  readonly reason: "time" | "memory";

  constructor(reason: "time" | "memory") {
    super(`the task took too much ${reason}`);
    this.reason = reason;
  }
}

export type Threads = {
  /**
   * Runs one task in a thread that is free; the caller asks for no more than `threads` at a time. Rejects
   * with `TaskTooLarge`.
   */
  run(task: TaskMessage, signal: AbortSignal | undefined): Promise<unknown>;
  /** Starts a thread ahead of its use. */
  warmUp(): void;
  stop(): void;
};

/** A thread that keeps more than this after a task is replaced (our choice: a warm one takes some 50 MB). */
const KEEPS_MB = 200;
const BYTES_PER_MB = 1024 * 1024;
/** Enough for the deepest text that the parsers let through. */
const STACK_MB = 4;

/** Warm threads for tasks that must not hold this one, whatever they are given. */
export function createThreads({ threads, limitMs, heapMb }: ThreadLimits): Threads {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let stopped = false;

  const start = (): Worker => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: STACK_MB },
    });
    all.add(worker);
    worker.once("exit", () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    // a thread that ends while idle is started again when it is needed
    worker.on("error", () => {});
    // one that waits for work keeps no process alive
    worker.unref();
    return worker;
  };
  const warmUp = (): void => {
    if (!stopped && all.size < threads) idle.push(start());
  };
  const end = (worker: Worker): void => {
    all.delete(worker);
    void worker.terminate();
    warmUp();
  };

  return {
    warmUp,
    stop() {
      stopped = true;
      for (const worker of all) void worker.terminate();
    },
    run: (task, signal) =>
      new Promise((resolve, reject) => {
        const worker = idle.pop() ?? start();
        worker.ref();
        const settle = (isReusable: boolean, how: () => void): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", onAbort);
          worker.off("message", onAnswer).off("error", onError).off("exit", onExit);
          worker.unref();
          if (isReusable) idle.push(worker);
          else end(worker);
          how();
        };
        const onAnswer = (answer: TaskAnswer): void =>
          settle(answer.heapBytes < KEEPS_MB * BYTES_PER_MB, () =>
            answer.ok ? resolve(answer.result) : reject(new Error(answer.message)),
          );
        const onError = (error: Error): void => {
          const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
          settle(false, () => reject(isMemory ? new TaskTooLarge("memory") : error));
        };
        const onExit = (): void =>
          settle(false, () => reject(new Error("the thread ended without an answer")));
        const onAbort = (): void => settle(false, () => reject(signal?.reason));
        const timer = setTimeout(() => settle(false, () => reject(new TaskTooLarge("time"))), limitMs);
        signal?.addEventListener("abort", onAbort, { once: true });
        worker.on("message", onAnswer).once("error", onError).once("exit", onExit);
        worker.postMessage(task);
      }),
  };
}
