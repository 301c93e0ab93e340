import type { Log } from "../observability/log.ts";
import { pause } from "./pause.ts";

/**
 * Our choices: what waits while the database is away, and how often a write is tried that fails although it is there.
 */
export const orderedWritesConfig = {
  maxWaiting: 10_000,
  maxTries: 3,
  firstWaitMs: 250,
  longestWaitMs: 5_000,
};

type Deps = {
  /** Is the database there? A write that fails while it is not is tried again for as long as it takes. */
  reachable(): Promise<boolean>;
  /** what could not be written, for the log */
  what: string;
  log: Log;
};

/**
 * Writes to the database one after another, in the order in which they were asked for, across times without
 * it. One that fails although the database is there is given up after a few tries; what comes when too many
 * wait is refused. Both are counted as `lost`.
 */
export function createOrderedWrites({ reachable, what, log }: Deps, config = orderedWritesConfig) {
  const waiting: (() => Promise<unknown>)[] = [];
  let stopping = new AbortController();
  let running: Promise<void> | null = null;
  let lost = 0;

  const attempt = async (write: () => Promise<unknown>): Promise<void> => {
    let waitMs = config.firstWaitMs;
    for (let tries = 0; tries < config.maxTries; ) {
      try {
        await write();
        return;
      } catch (error) {
        const isThere = await reachable().catch(() => false);
        if (isThere) tries++;
        if (tries === config.maxTries || stopping.signal.aborted) {
          lost++;
          log.error({ error }, `${what} could not be stored`);
          return;
        }
        await pause(waitMs, stopping.signal);
        waitMs = Math.min(config.longestWaitMs, 2 * waitMs);
      }
    }
  };
  const run = async (): Promise<void> => {
    for (let write = waiting.shift(); write; write = waiting.shift()) await attempt(write);
    running = null;
  };

  return {
    add(write: () => Promise<unknown>): void {
      if (waiting.length >= config.maxWaiting) {
        lost++;
        return;
      }
      waiting.push(write);
      running ??= run();
    },
    counters: () => ({ waiting: waiting.length, lost }),
    /** Writes what waits, each once more: at the end nobody waits for a database that is away. It can be used again. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      stopping = new AbortController();
    },
  };
}
