import { pause } from "../shared/pause.ts";

// what a server that starts, moves or is restarted answers; anything else (a password, a name) does not mend itself
const AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "57P03",
]);
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/**
 * Waits for a server that is away, longer after each try, until `probe` succeeds. Throws what cannot be
 * mended by waiting, and ends when `signal` aborts. `notice` is told once that it waits, and why.
 */
export async function untilReachable(
  probe: () => Promise<unknown>,
  { signal, notice }: { signal: AbortSignal; notice(reason: string): void },
): Promise<void> {
  for (
    let waitMs = FIRST_WAIT_MS, told = false;
    !signal.aborted;
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
  ) {
    try {
      await probe();
      return;
    } catch (error) {
      const code = codeOf(error);
      if (code === null || !AWAY.has(code)) throw error;
      if (!told) notice(code);
      told = true;
    }
    await pause(waitMs * (0.75 + Math.random() / 2), signal);
  }
  throw new Error("asked to end");
}
