import type { Bus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import type { Interruption, Spool } from "../spool/spool.ts";

export type OutboxConfig = {
  flushMs: number;
  /** rows that are delivered at once, about */
  maxBatch: number;
  /** rows of one record of the spool, at most: what crosses a bus as one message */
  maxRecord: number;
};

/** What became of the rows of a batch. */
export type Delivered = { stored: number; duplicates: number; dropped: number };

/** Windows that came (or were found at the start) = stored + duplicates + dropped + queued, always. */
export type WriterCounters = {
  received: number;
  stored: number;
  duplicates: number;
  dropped: number;
  queued: number;
  failures: number;
  /** what a process that was killed before this one had left, and when it last gave a sign */
  interruption: Interruption | null;
};

export type OutboxDeps = {
  bus: Bus;
  /** where windows wait: made at the start, because it takes over what an earlier process left */
  openSpool(): Spool<WindowRow>;
  /** Takes records for good, or throws when it cannot now; then they are offered again, the same records. */
  deliver(records: readonly (readonly WindowRow[])[]): Promise<Delivered>;
  /** where windows go, for people: "the database", "NATS" */
  destination: string;
  log: Log;
};

/** Flushes what is queued when it is stopped. */
export type Outbox = Component & { counters(): WriterCounters };

const WARN_EVERY_MS = 60_000;

/**
 * The way of closed windows out of the collector: through a spool on disk to where they are delivered. While the destination is away they
 * wait there, and a process that is killed leaves them to the next one. What does not fit is dropped, oldest first, and counted.
 */
export function createOutbox(name: string, deps: OutboxDeps, config: OutboxConfig): Outbox {
  const { bus, log } = deps;
  let spool: Spool<WindowRow> | null = null;
  let off: (() => void) | null = null;
  let timer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> | null = null;
  let lastWarnMs = Number.NEGATIVE_INFINITY;
  const counters = { received: 0, stored: 0, duplicates: 0, failures: 0 };
  let refused = 0;

  const flush = async (): Promise<void> => {
    for (let batch = spool?.next(config.maxBatch); batch; batch = spool?.next(config.maxBatch)) {
      try {
        const { stored, duplicates, dropped } = await deps.deliver(batch.records);
        counters.stored += stored;
        counters.duplicates += duplicates;
        refused += dropped;
        batch.done();
      } catch (error) {
        batch.release();
        counters.failures++;
        const now = performance.now();
        if (now - lastWarnMs > WARN_EVERY_MS) {
          lastWarnMs = now;
          log.warn({ error }, `${spool?.waiting() ?? 0} windows wait for ${deps.destination}`);
        }
        return;
      }
    }
  };

  const flushOnce = (): Promise<void> => {
    flushing ??= flush().finally(() => {
      flushing = null;
    });
    return flushing;
  };

  return {
    name,
    async start() {
      const opened = deps.openSpool();
      spool = opened;
      counters.received += opened.recovered;
      if (opened.interruption)
        log.warn(
          opened.interruption,
          "the process before this one was killed: the windows in progress are lost, closed ones are stored now",
        );
      off = bus.windows.on((windows) => {
        counters.received += windows.length;
        for (let at = 0; at < windows.length; at += config.maxRecord)
          opened.append(windows.slice(at, at + config.maxRecord));
      });
      timer = setInterval(() => void flushOnce(), config.flushMs);
    },
    async stop() {
      off?.();
      if (timer) clearInterval(timer);
      // one that is running may have begun before the last windows came
      await flushing;
      await flushOnce();
      spool?.close();
    },
    counters: () => ({
      ...counters,
      dropped: refused + (spool?.dropped() ?? 0),
      queued: spool?.waiting() ?? 0,
      interruption: spool?.interruption ?? null,
    }),
  };
}
