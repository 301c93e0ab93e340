// Process that reads what users upload, one task after the other; started by createPool.
import { getHeapStatistics } from "node:v8";
import { onTask, reply } from "../childPort.ts";
import type { TaskAnswer, TaskMessage } from "./messages.ts";
import { tasks } from "./tasks.ts";

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

onTask((message) => reply(answer(message as TaskMessage)));
