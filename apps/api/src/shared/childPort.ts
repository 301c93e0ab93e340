// For modules that `startChild` runs.
import { answerWorker } from "@p4twin/models/core";

/** Calls `take` with each task of the parent. The process ends with its parent. */
export function onTask(take: (task: unknown) => void): void {
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
