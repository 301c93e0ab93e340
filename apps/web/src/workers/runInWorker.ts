import type { WorkerPort } from "./workerClient.ts";

/** One computation in a worker of its own, with progress; `stop` ends the worker at once. */
export type WorkerRun = { stop(): void };

export type RunListener<R> = {
  onReply(reply: R): void;
  /** the worker could not start or died */
  onFailure(message: string): void;
};

/** Starts a worker that answers `question` with any number of replies; it lives until `stop`. */
export function runInWorker<Q, R>(
  start: () => WorkerPort,
  question: Q,
  { onReply, onFailure }: RunListener<R>,
): WorkerRun {
  const port = start();
  let stopped = false;
  port.onmessage = (event: MessageEvent<R>) => {
    if (!stopped) onReply(event.data);
  };
  port.onerror = (event) => {
    if (!stopped) onFailure(event.message || "the worker could not be loaded");
  };
  port.postMessage(question);
  return {
    stop() {
      stopped = true;
      port.terminate();
    },
  };
}
