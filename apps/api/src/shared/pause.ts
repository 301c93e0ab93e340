import { setTimeout as sleep } from "node:timers/promises";

/** Waits so long, or until `signal` aborts; leaves no listener behind. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});
