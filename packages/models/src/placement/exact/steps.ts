/** Work in steps of some milliseconds, with a pause after each. */
export type Steps<T> = Generator<undefined, T>;

/** All of it at once. */
export function drain<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The thread may do something else after so long (our choice): two frames of a page. */
const TURN_MS = 30;

/** Step by step; between steps the thread takes other work, such as the abort, with whose reason it then rejects. */
export async function drainInTurns<T>(
  steps: Steps<T>,
  nowMs: () => number,
  signal: AbortSignal | undefined,
): Promise<T> {
  let turned = nowMs();
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = steps.next();
    if (done) return value;
    if (nowMs() - turned < TURN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    turned = nowMs();
  }
}
