import type { WorkerReply } from "@p4twin/models/core";
import type { TaskName } from "./tasks.ts";

/** What a process is asked. */
export type TaskMessage = { name: TaskName; input: unknown };

/**
 * What it answers: what some tasks say on their way, then its result, or why our own code failed. `heapBytes`: what the
 * process holds afterwards.
 */
export type TaskReply = WorkerReply<unknown, unknown> & { heapBytes: number };
