// Process that reads what users upload, one task after the other; started by createPool.
import { getHeapStatistics } from "node:v8";
import { answerWorker } from "@p4twin/models/core";
import { onTask, reply } from "../childPort.ts";
import type { TaskMessage, TaskReply } from "./messages.ts";
import { tasks } from "./tasks.ts";

onTask((message) => {
  const { name, input } = message as TaskMessage;
  void answerWorker<unknown, unknown>(
    (answer) => reply<TaskReply>({ ...answer, heapBytes: getHeapStatistics().total_heap_size }),
    // the pool's types hold name and input together
    (onProgress) =>
      (tasks[name] as (given: unknown, say: (progress: unknown) => void) => unknown)(input, onProgress),
  );
});
