import type { ChildProcess } from "node:child_process";
import { holds, outgrewMemory, startChild } from "../child.ts";
import { processorWaitMs } from "../processorWait.ts";
import type { TaskMessage, TaskReply } from "./messages.ts";

export type PoolLimits = {
  /** processes at most; they start when they are first needed and stay */
  processes: number;
  /** of one task; while it waits for a processor that others use, its time does not run */
  limitMs: number;
  /** of one process's JavaScript heap */
  heapMb: number;
};

/** A task that outgrew its process: that was ended, and another one is ready. */
export class TaskTooLarge extends Error {
  override name = "TaskTooLarge";
  readonly reason: "time" | "memory";

  constructor(reason: "time" | "memory") {
    super(`the task took too much ${reason}`);
    this.reason = reason;
  }
}

export type Pool = {
  /**
   * Runs one task in a process that is free; the caller asks for no more than `processes` at a time. Rejects
   * with `TaskTooLarge`. `limits`: so many times the limit of time (1).
   */
  run(
    task: TaskMessage,
    signal: AbortSignal | undefined,
    onProgress?: (progress: unknown) => void,
    limits?: number,
  ): Promise<unknown>;
  /** Starts a process ahead of its use. */
  warmUp(): void;
  stop(): void;
};

/** A process that keeps more than this after a task is replaced (our choice: a warm one takes some 50 MB). */
const KEEPS_MB = 200;
const BYTES_PER_MB = 1024 * 1024;
/** Our choice: a task ends after so many times its limit even when it had waited for a processor all the while. */
const MOST_LIMITS = 10;
/** Shorter pauses than this between two looks at the time of a task cost more than they are worth (our choice). */
const LOOK_AFTER_MS = 100;
const WORKER = new URL("./worker.ts", import.meta.url);

/** Warm processes for tasks that must neither hold nor end this one, whatever they are given. */
export function createPool(
  { processes, limitMs, heapMb }: PoolLimits,
  waitedMs: typeof processorWaitMs = processorWaitMs,
): Pool {
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();
  let stopped = false;

  const start = (): ChildProcess => {
    const worker = startChild(WORKER, heapMb);
    all.add(worker);
    worker.once("exit", () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    // one that ends while idle is started again when it is needed
    worker.on("error", () => {});
    // one that waits for work keeps no process alive
    holds(worker, false);
    return worker;
  };
  const warmUp = (): void => {
    if (!stopped && all.size < processes) idle.push(start());
  };
  const end = (worker: ChildProcess): void => {
    all.delete(worker);
    worker.kill("SIGKILL");
    warmUp();
  };

  return {
    warmUp,
    stop() {
      stopped = true;
      for (const worker of all) worker.kill("SIGKILL");
    },
    run: (task, signal, onProgress, limits = 1) =>
      new Promise((resolve, reject) => {
        const worker = idle.pop() ?? start();
        holds(worker, true);
        const settle = (isReusable: boolean, how: () => void): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", onAbort);
          worker.off("message", onAnswer).off("error", onError).off("exit", onExit);
          holds(worker, false);
          if (isReusable) idle.push(worker);
          else end(worker);
          how();
        };
        const onAnswer = (reply: TaskReply): void => {
          if (reply.kind === "progress") {
            onProgress?.(reply.progress);
            return;
          }
          settle(reply.heapBytes < KEEPS_MB * BYTES_PER_MB, () =>
            reply.kind === "answer" ? resolve(reply.answer) : reject(new Error(reply.message)),
          );
        };
        const onError = (error: Error): void => settle(false, () => reject(error));
        const onExit = (code: number | null, signal: NodeJS.Signals | null): void =>
          settle(false, () =>
            reject(
              outgrewMemory(code, signal)
                ? new TaskTooLarge("memory")
                : new Error(`the process ended without an answer (code ${code ?? signal})`),
            ),
          );
        const onAbort = (): void => settle(false, () => reject(signal?.reason));
        const ownMs = limits * limitMs;
        const began = performance.now();
        const waitedBefore = waitedMs(worker.pid);
        const look = (): void => {
          const tookMs = performance.now() - began;
          const leftMs = ownMs - (tookMs - (waitedMs(worker.pid) - waitedBefore));
          if (leftMs <= 0 || tookMs >= MOST_LIMITS * ownMs)
            settle(false, () => reject(new TaskTooLarge("time")));
          else timer = setTimeout(look, Math.max(LOOK_AFTER_MS, leftMs));
        };
        let timer = setTimeout(look, ownMs);
        signal?.addEventListener("abort", onAbort, { once: true });
        worker.on("message", onAnswer).once("error", onError).once("exit", onExit);
        worker.send(task);
      }),
  };
}
