import type { TaskName } from "./tasks.ts";

/** What a thread is asked. */
export type TaskMessage = { name: TaskName; input: unknown };

/** What it answers: its result, or why our own code failed. `heapBytes`: what the thread holds afterwards. */
export type TaskAnswer = ({ ok: true; result: unknown } | { ok: false; message: string }) & {
  heapBytes: number;
};
