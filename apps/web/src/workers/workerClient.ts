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

/** Asks a worker. A newer question makes older ones of its channel obsolete: their promises never settle. */
export type WorkerClient<Q, A> = {
  ask(question: Q, channel?: string): Promise<A>;
  stop(): void;
};

export type WorkerClientOptions = {
  /**
   * How long a newer question waits for the one of its channel that is in work; then the worker is started
   * anew. Left out: all questions are sent at once.
   */
  patienceMs?: number;
};

type Asked<Q, A> = {
  id: number;
  question: Q;
  resolve: (answer: A) => void;
  reject: (error: Error) => void;
};

/** Wraps a worker that answers with `answerQuestions`. The worker starts with the first question. */
export function createWorkerClient<Q, A>(
  start: () => WorkerPort,
  { patienceMs }: WorkerClientOptions = {},
): WorkerClient<Q, A> {
  let port: WorkerPort | null = null;
  let lastId = 0;
  /** by channel: sent, and its answer is wanted unless a newer one waits */
  const sent = new Map<string, Asked<Q, A>>();
  const waiting = new Map<string, Asked<Q, A>>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const open = (): WorkerPort => {
    const opened = start();
    opened.onmessage = (event: MessageEvent<WorkerAnswer<A>>) => settle(event.data);
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

  const send = (channel: string, asked: Asked<Q, A>): void => {
    port ??= open();
    sent.set(channel, asked);
    const { id, question } = asked;
    port.postMessage({ id, question } satisfies WorkerRequest<Q>);
  };

  const settle = (message: WorkerAnswer<A>): void => {
    for (const [channel, asked] of sent) {
      if (asked.id !== message.id) continue;
      sent.delete(channel);
      const next = waiting.get(channel);
      if (next) {
        waiting.delete(channel);
        send(channel, next);
      } else if ("error" in message) asked.reject(new Error(message.error));
      else asked.resolve(message.answer);
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
    ask(question, channel = "") {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const asked = { id, question, resolve, reject };
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
