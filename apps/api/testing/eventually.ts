import { setTimeout as sleep } from "node:timers/promises";

/** A thread or a child process starts in seconds on a busy machine. */
const GIVE_UP_MS = 60_000;
/** Each pause is longer than the one before by this: a check itself may cost more than what it waits for. */
const [FIRST_PAUSE_MS, LONGER_BY, LONGEST_PAUSE_MS] = [20, 1.3, 300];

/** Repeats a check until it holds and returns what it returns; after a minute its last error is the test's. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * LONGER_BY, LONGEST_PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
    }
    await sleep(pauseMs);
  }
}
