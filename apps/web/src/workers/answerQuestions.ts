import { answerWorker } from "@p4twin/models/core";
import type { WorkerAnswer, WorkerRequest } from "./workerClient.ts";

type Scope = {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
};

/**
 * The worker's side of `createWorkerClient`: runs `answer` for each question and sends what it tells on its way, then
 * the answer or the failure.
 */
export function answerQuestions<Q, A, P = never>(
  scope: Scope,
  answer: (question: Q, onProgress: (progress: P) => void) => A | Promise<A>,
): void {
  scope.onmessage = ({ data: { id, question } }: MessageEvent<WorkerRequest<Q>>) =>
    void answerWorker<A, P>(
      (reply) => scope.postMessage({ id, reply } satisfies WorkerAnswer<A, P>),
      (onProgress) => answer(question, onProgress),
    );
}
