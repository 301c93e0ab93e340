// For modules that `startChild` runs.
import * as nodeModule from "node:module";
import { answerWorker } from "@p4twin/models/core";

/** Calls `take` with each task of the parent. The process ends with its parent. */
export function onTask(take: (task: unknown) => void): void {
  // a child is killed, so what it compiled is kept now: half of the next one's start (Node 20 keeps nothing)
  nodeModule.flushCompileCache?.();
  process.on("message", take);
  process.once("disconnect", () => process.exit());
}

export function reply<Message>(message: Message): void {
  process.send?.(message);
}

/** The child's side of `runInChild`: computes the answer to each task. */
export function answerTasks<Answer, Progress = never>(
  compute: (task: unknown, onProgress: (progress: Progress) => void) => Answer | Promise<Answer>,
): void {
  onTask((task) => void answerWorker<Answer, Progress>(reply, (onProgress) => compute(task, onProgress)));
}
