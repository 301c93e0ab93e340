import { pause } from "../shared/pause.ts";
import type { ReadinessCheck } from "./health.ts";

/** Waited for no longer (our choice): what is missing then is for `/readyz` and the pages to say. */
const LONGEST_WAIT_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** Whoever is told that the product is ready then finds `/readyz` of the same mind. Also ends when `signal` aborts. */
export async function untilReady(
  checks: readonly ReadinessCheck[],
  signal: AbortSignal,
  longestMs = LONGEST_WAIT_MS,
): Promise<void> {
  const endMs = performance.now() + longestMs;
  const isReady = (): boolean => checks.every(({ ready }) => ready());
  while (!isReady() && !signal.aborted && performance.now() < endMs) await pause(LOOK_EVERY_MS, signal);
}
