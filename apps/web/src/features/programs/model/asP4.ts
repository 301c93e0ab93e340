import type { RunAnswer, RunQuestion } from "@/workers/run/runQuestions.ts";
import { createWorkerClient } from "@/workers/workerClient.ts";

const startWorker = (): Worker =>
  new Worker(new URL("../../../workers/run.ts", import.meta.url), { type: "module" });

/** A compiled program with P4 source in place of its JSON; what has no words in P4 stays as it is. */
export async function asP4<V extends { name: string; source: string }>(version: V): Promise<V> {
  const client = createWorkerClient<RunQuestion, RunAnswer>(startWorker);
  const { name: fileName, source } = version;
  const answer = await client.ask({ kind: "source", fileName, source }).finally(() => client.stop());
  return answer.kind === "source" && answer.source !== null ? { ...version, source: answer.source } : version;
}
