import type { WorkerAnswer, WorkerRequest } from "./workerClient.ts";

type Scope = {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
};

/**
 * The worker's side of `createWorkerClient`: runs `answer` for each question and sends back the result or the error.
 */
export function answerQuestions<Q, A>(scope: Scope, answer: (question: Q) => A | Promise<A>): void {
  scope.onmessage = async (event: MessageEvent<WorkerRequest<Q>>) => {
    const { id, question } = event.data;
    try {
      scope.postMessage({ id, answer: await answer(question) } satisfies WorkerAnswer<A>);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      scope.postMessage({ id, error: message } satisfies WorkerAnswer<A>);
    }
  };
}
