/** What crosses between page and worker: numbered so that an answer finds its question. */
export type WorkerRequest<Q> = { id: number; question: Q };
export type WorkerAnswer<A> = { id: number; answer: A } | { id: number; error: string };

/** A port of the browser's Worker that tests can replace. */
export type WorkerPort = {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

/** Asks a worker; a newer question makes older ones obsolete: their promises never settle. */
export type WorkerClient<Q, A> = {
  ask(question: Q): Promise<A>;
  stop(): void;
};

/** Wraps a worker that answers with `answerQuestions`. The worker starts with the first question. */
export function createWorkerClient<Q, A>(start: () => WorkerPort): WorkerClient<Q, A> {
  let port: WorkerPort | null = null;
  let lastId = 0;
  let settle: { resolve: (answer: A) => void; reject: (error: Error) => void } | null = null;

  const onAnswer = (message: WorkerAnswer<A>): void => {
    if (message.id !== lastId || !settle) return;
    if ("error" in message) settle.reject(new Error(message.error));
    else settle.resolve(message.answer);
    settle = null;
  };

  return {
    ask(question) {
      if (!port) {
        port = start();
        port.onmessage = (event: MessageEvent<WorkerAnswer<A>>) => onAnswer(event.data);
        port.onerror = (event) => {
          settle?.reject(new Error(event.message || "the worker could not be loaded"));
          settle = null;
        };
      }
      lastId += 1;
      port.postMessage({ id: lastId, question } satisfies WorkerRequest<Q>);
      return new Promise((resolve, reject) => {
        settle = { resolve, reject };
      });
    },
    stop() {
      port?.terminate();
      port = null;
      settle = null;
    },
  };
}
