// How the product speaks to whatever computes apart: a browser's worker, a thread or a process of Node. The platforms
// differ in the port only. Messages are plain data, because every platform clones them.

/** The caller's end of a worker, whatever its platform. */
export type WorkerPort<Question, Message> = {
  post(question: Question): void;
  onMessage(listener: (message: Message) => void): void;
  /** it could not start, or ended without being asked */
  onFailure(listener: (error: Error) => void): void;
  terminate(): void;
};

/** What comes back for a question: any number of progress messages, then one answer or one failure. */
export type WorkerReply<Answer, Progress = never> =
  | { kind: "progress"; progress: Progress }
  | { kind: "answer"; answer: Answer }
  | { kind: "failure"; message: string };

export type WorkerAsk<Progress> = {
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** ms until the worker is ended from outside; null or left out: it may take as long as it likes */
  limitMs?: number | null;
};

/**
 * Asks a worker of its own one question. The worker ends with the answer, a failure, the abort, or at its limit: then
 * the answer is null. Rejects with what failed, or with the reason of the abort.
 */
export async function askWorker<Question, Answer, Progress>(
  spawn: () => WorkerPort<Question, WorkerReply<Answer, Progress>>,
  question: Question,
  { onProgress, signal, limitMs = null }: WorkerAsk<Progress> = {},
): Promise<Answer | null> {
  signal?.throwIfAborted();
  const port = spawn();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => {};
  try {
    return await new Promise<Answer | null>((resolve, reject) => {
      onAbort = () => reject(signal?.reason);
      signal?.addEventListener("abort", onAbort, { once: true });
      port.onFailure(reject);
      port.onMessage((reply) => {
        // what a listener of the caller throws is a failure of the question, not of the platform
        try {
          if (reply.kind === "progress") onProgress?.(reply.progress);
          else if (reply.kind === "failure") reject(new Error(reply.message));
          else resolve(reply.answer);
        } catch (error) {
          reject(error);
        }
      });
      if (limitMs !== null) timer = setTimeout(() => resolve(null), limitMs);
      port.post(question);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    port.terminate();
  }
}

/** The worker's side of `askWorker`: computes, and sends the answer or why there is none. Never rejects. */
export async function answerWorker<Answer, Progress = never>(
  reply: (message: WorkerReply<Answer, Progress>) => void,
  compute: (onProgress: (progress: Progress) => void) => Answer | Promise<Answer>,
): Promise<void> {
  try {
    const answer = await compute((progress) => reply({ kind: "progress", progress }));
    reply({ kind: "answer", answer });
  } catch (error) {
    reply({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
  }
}
