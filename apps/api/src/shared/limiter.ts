/** Counts uses of a key in fixed windows; `take` is false when the key has used up the window. `nowMs` is of a clock that never steps. */
export type Limiter = {
  take(key: string, nowMs: number): boolean;
  /** its uses count no more: they were none of a guesser */
  forget(key: string): void;
};

// bounds memory under a flood of different addresses; forgetting everybody once is harmless
const MAX_KEYS = 50_000;

export function createLimiter({ uses, windowMs }: { uses: number; windowMs: number }): Limiter {
  const windows = new Map<string, { start: number; used: number }>();
  return {
    take(key, nowMs) {
      const current = windows.get(key);
      if (current && nowMs - current.start < windowMs) {
        current.used += 1;
        return current.used <= uses;
      }
      if (windows.size >= MAX_KEYS) windows.clear();
      windows.set(key, { start: nowMs, used: 1 });
      return true;
    },
    forget(key) {
      windows.delete(key);
    },
  };
}
