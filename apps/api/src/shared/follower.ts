import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";

const RETRY_MS = 2_000;

/** Keeps something in step: once at the start, whenever it is poked, every so often, and again soon after a failure. */
export function createFollower(
  name: string,
  { follow, everyMs, log }: { follow(): Promise<void>; everyMs: number; log: Log },
): Component & { poke(): void } {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const run = async (): Promise<void> => {
    let nextMs = everyMs;
    do {
      again = false;
      try {
        await follow();
      } catch (error) {
        log.error({ error }, `${name} could not be brought up to date; tried again soon`);
        nextMs = RETRY_MS;
      }
    } while (again && !stopped);
    running = null;
    if (timer) clearTimeout(timer);
    if (!stopped) timer = setTimeout(poke, nextMs);
  };
  const poke = (): void => {
    if (stopped) return;
    // a change that comes while one is followed is followed after it
    again = true;
    running ??= run();
  };

  return {
    name,
    poke,
    async start() {
      poke();
      await running;
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
