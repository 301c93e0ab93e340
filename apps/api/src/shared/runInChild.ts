import { askWorker, type WorkerPort, type WorkerReply } from "@p4twin/models/core";
import { z } from "zod";
import { holds, outgrewMemory, startChild } from "./child.ts";

/** Heap of one computation in MB (our choice): the largest placement of the benches takes a fifth of it. */
export const CHILD_HEAP_MB = 2_048;

type Task<Answer, Progress> = {
  /** a module that answers by `answerTasks` */
  module: URL;
  input: unknown;
  answer: z.ZodType<Answer>;
  /** of what it tells on its way; left out: it tells nothing */
  progress?: z.ZodType<Progress>;
  onProgress?: (progress: Progress) => void;
  limitMs: number;
  /** what the error says when time is up */
  late: string;
  signal?: AbortSignal;
  /** of the child, in MB; left out: as much as any has */
  heapMb?: number;
};

const replySchema = <Answer, Progress>(
  answer: z.ZodType<Answer>,
  progress: z.ZodType<Progress>,
): z.ZodType<WorkerReply<Answer, Progress>> =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("progress"), progress }),
    z.object({ kind: z.literal("answer"), answer }),
    z.object({ kind: z.literal("failure"), message: z.string() }),
  ]);

/**
 * Runs a module in a process of its own. The process is ended by its answer, by the abort signal or when time is up,
 * so that no computation can hold this one or end it.
 */
export async function runInChild<Answer, Progress = never>(task: Task<Answer, Progress>): Promise<Answer> {
  const { input, signal, limitMs, late, onProgress } = task;
  const found = await askWorker(() => childPort(task), input, { signal, limitMs, onProgress });
  if (found === null) throw new Error(late);
  return found;
}

function childPort<Answer, Progress>({
  module,
  heapMb = CHILD_HEAP_MB,
  answer,
  progress,
}: Task<Answer, Progress>): WorkerPort<unknown, WorkerReply<Answer, Progress>> {
  const child = startChild(module, heapMb);
  const schema = replySchema(answer, progress ?? z.never());
  return {
    post: (question) => void child.send(question as object),
    onMessage: (listener) =>
      void child.on("message", (message) => {
        const read = schema.safeParse(message);
        listener(read.success ? read.data : { kind: "failure", message: read.error.message });
      }),
    onFailure(listener) {
      child.once("error", listener);
      child.once("exit", (code, signal) =>
        listener(
          new Error(
            outgrewMemory(code, signal)
              ? `The computation needs more than ${heapMb} MB and was stopped. Make the problem smaller.`
              : `The computation ended without an answer (code ${code ?? signal}).`,
          ),
        ),
      );
    },
    terminate() {
      child.kill("SIGKILL");
      holds(child, false);
    },
  };
}
