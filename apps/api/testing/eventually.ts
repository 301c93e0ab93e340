import { vi } from "vitest";

/**
 * Repeats a check until it holds and returns what it returns; after three minutes its last error is the
 * test's. So long because a thread or a child process starts in seconds on a busy machine; a check that holds
 * costs no wait.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 180_000, interval: 20 });
