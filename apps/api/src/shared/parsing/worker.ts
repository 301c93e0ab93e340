// Thread that reads what users upload, one task after the other; started by createThreads.
import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { assert } from "@p4twin/models/core";
import type { TaskAnswer, TaskMessage } from "./messages.ts";
import { tasks } from "./tasks.ts";

const port = parentPort;
assert(port, "worker.ts runs in a worker thread");

const answer = ({ name, input }: TaskMessage): TaskAnswer => {
  const heapBytes = (): number => getHeapStatistics().total_heap_size;
  try {
    // the pool's types hold name and input together
    const result: unknown = (tasks[name] as (given: unknown) => unknown)(input);
    return { ok: true, result, heapBytes: heapBytes() };
  } catch (error) {
    return {
      ok: false,
      message: error instanceof Error ? error.message : String(error),
      heapBytes: heapBytes(),
    };
  }
};

port.on("message", (message: TaskMessage) => port.postMessage(answer(message)));
