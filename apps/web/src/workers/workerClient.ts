import type { WorkerReply } from "@p4twin/models/core";

/** What crosses between page and worker: numbered so that an answer finds its question. */
export type WorkerRequest<Q> = { id: number; question: Q };
export type WorkerAnswer<A, P = never> = { id: number; reply: WorkerReply<A, P> };

/** A port of the browser's Worker that tests can replace. */
export type WorkerPort = {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

/** Asks a worker. A newer question makes older ones of its channel obsolete: their promises never settle. */
export type WorkerClient<Q, A, P = never> = {
  ask(question: Q, options?: AskOptions<P>): Promise<A>;
  /** Ends the worker at once; what was asked never settles. */
  stop(): void;
};

type AskOptions<P> = { channel?: string; onProgress?: (progress: P) => void };

export type WorkerClientOptions = {
  /**
   * How long a newer question waits for the one of its channel that is in work; then the worker is started
   * anew. Left out: all questions are sent at once.
   */
  patienceMs?: number;
};

type Asked<Q, A, P> = {
  id: number;
  question: Q;
  onProgress: (progress: P) => void;
  resolve: (answer: A) => void;
  reject: (error: Error) => void;
};

/** Wraps a worker that answers with `answerQuestions`. The worker starts with the first question. */
export function createWorkerClient<Q, A, P = never>(
  start: () => WorkerPort,
  { patienceMs }: WorkerClientOptions = {},
): WorkerClient<Q, A, P> {
  let port: WorkerPort | null = null;
  let lastId = 0;
  /** by channel: sent, and its answer is wanted unless a newer one waits */
  const sent = new Map<string, Asked<Q, A, P>>();
  const waiting = new Map<string, Asked<Q, A, P>>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const open = (): WorkerPort => {
    const opened = start();
    opened.onmessage = (event: MessageEvent<WorkerAnswer<A, P>>) => settle(event.data);
    opened.onerror = (event) => {
      const error = new Error(event.message || "the worker could not be loaded");
      // the next question tries a new one
      opened.terminate();
      if (port === opened) port = null;
      for (const { reject } of [...sent.values(), ...waiting.values()]) reject(error);
      sent.clear();
      waiting.clear();
    };
    return opened;
  };

  const send = (channel: string, asked: Asked<Q, A, P>): void => {
    port ??= open();
    sent.set(channel, asked);
    const { id, question } = asked;
    port.postMessage({ id, question } satisfies WorkerRequest<Q>);
  };

  const settle = ({ id, reply }: WorkerAnswer<A, P>): void => {
    for (const [channel, asked] of sent) {
      if (asked.id !== id) continue;
      if (reply.kind === "progress") {
        asked.onProgress(reply.progress);
        return;
      }
      sent.delete(channel);
      const next = waiting.get(channel);
      if (next) {
        waiting.delete(channel);
        send(channel, next);
      } else if (reply.kind === "failure") asked.reject(new Error(reply.message));
      else asked.resolve(reply.answer);
      break;
    }
    if (timer && waiting.size === 0) {
      clearTimeout(timer);
      timer = null;
    }
  };

  /** What is in work is given up for what waits; questions of other channels are asked again. */
  const restart = (): void => {
    timer = null;
    port?.terminate();
    port = null;
    const again = new Map([...sent, ...waiting]);
    waiting.clear();
    for (const [channel, asked] of again) send(channel, asked);
  };

  return {
    ask(question, { channel = "", onProgress = () => {} } = {}) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const asked = { id, question, onProgress, resolve, reject };
        if (patienceMs === undefined || !sent.has(channel)) {
          send(channel, asked);
          return;
        }
        waiting.set(channel, asked);
        timer ??= setTimeout(restart, patienceMs);
      });
    },
    stop() {
      if (timer) clearTimeout(timer);
      port?.terminate();
      port = null;
      sent.clear();
      waiting.clear();
    },
  };
}
