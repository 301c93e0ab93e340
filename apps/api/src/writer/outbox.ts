import type { Bus } from "../bus/bus.ts";
import type { Delivered } from "../bus/delivered.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import { reasonOf } from "../observability/reason.ts";
import type { Interruption, Spool, SpoolState } from "../spool/spool.ts";
import { hasKey } from "./storable.ts";

export type OutboxConfig = {
  flushMs: number;
  /** rows that are delivered at once, about */
  maxBatch: number;
  /** rows of one record of the spool, at most: what crosses a bus as one message */
  maxRecord: number;
};

/** Straight into the database (our choice). */
export const defaultOutboxConfig: OutboxConfig = { flushMs: 500, maxBatch: 20_000, maxRecord: 20_000 };

/**
 * Windows that came (or were found at the start, damaged ones as far as they are known) = stored +
 * duplicates + dropped + queued, always.
 */
export type WriterCounters = {
  received: number;
  stored: number;
  duplicates: number;
  dropped: number;
  queued: number;
  failures: number;
  /** stored with a figure clamped or an optional column empty */
  mended: number;
  /** where windows wait, and what was damaged there; null before the start */
  spool: SpoolState | null;
  /** what a process that was killed before this one had left, and when it last gave a sign */
  interruption: Interruption | null;
};

export type OutboxDeps = {
  bus: Bus;
  /** where windows wait: made at the start, because it takes over what an earlier process left */
  openSpool(): Spool<WindowRow>;
  /** Takes records for good, or throws when it cannot now; then they are offered again, the same records. */
  deliver(records: readonly (readonly WindowRow[])[]): Promise<Delivered>;
  /** false while windows are to wait although the destination is there: it would fill the disk that is full */
  mayDeliver?(): boolean;
  /** where windows go, for people: "the database", "NATS" */
  destination: string;
  log: Log;
};

/** Flushes what is queued when it is stopped. */
export type Outbox = Component & { counters(): WriterCounters };

const WARN_EVERY_MS = 60_000;

/**
 * The way of closed windows out of the collector: through a spool on disk to where they are delivered. While
 * the destination is away they wait there, and a process that is killed leaves them to the next one. What
 * does not fit is dropped, oldest first, and counted.
 */
export function createOutbox(name: string, deps: OutboxDeps, config: OutboxConfig): Outbox {
  const { bus, log } = deps;
  let spool: Spool<WindowRow> | null = null;
  let off: (() => void) | null = null;
  let timer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> | null = null;
  let lastWarnMs = Number.NEGATIVE_INFINITY;
  const counters = { received: 0, stored: 0, duplicates: 0, failures: 0, mended: 0 };
  let refused = 0;

  const flush = async (): Promise<void> => {
    for (let batch = spool?.next(config.maxBatch); batch; batch = spool?.next(config.maxBatch)) {
      try {
        const { stored, duplicates, dropped, mended } = await deps.deliver(batch.records);
        counters.stored += stored;
        counters.duplicates += duplicates;
        counters.mended += mended;
        refused += dropped;
        batch.done();
      } catch (error) {
        batch.release();
        counters.failures++;
        const now = performance.now();
        if (now - lastWarnMs > WARN_EVERY_MS) {
          lastWarnMs = now;
          log.warn(reasonOf(error), `${spool?.waiting() ?? 0} windows wait for ${deps.destination}`);
        }
        return;
      }
    }
  };

  const flushIfAllowed = (): void => {
    if (deps.mayDeliver?.() ?? true) void flushOnce();
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
      counters.received += opened.recovered + opened.dropped();
      const { damaged } = opened.state();
      if (damaged.records > 0)
        log.error(damaged, "records of the spool are damaged: they are set aside in its folder quarantine");
      if (opened.interruption)
        log.warn(
          opened.interruption,
          "the process before this one was killed: the windows in progress are lost, closed ones are stored now",
        );
      off = bus.windows.on((windows) => {
        counters.received += windows.length;
        const keyed = windows.filter(hasKey);
        refused += windows.length - keyed.length;
        for (let at = 0; at < keyed.length; at += config.maxRecord)
          opened.append(keyed.slice(at, at + config.maxRecord));
      });
      timer = setInterval(flushIfAllowed, config.flushMs);
    },
    async stop() {
      off?.();
      if (timer) clearInterval(timer);
      // one that is running may have begun before the last windows came
      await flushing;
      await flushOnce();
      spool?.close();
      const left = spool?.state().held.rows ?? 0;
      if (left > 0) log.error({ windows: left }, "windows are lost: the disk takes nothing");
    },
    counters: () => ({
      ...counters,
      dropped: refused + (spool?.dropped() ?? 0),
      queued: spool?.waiting() ?? 0,
      spool: spool?.state() ?? null,
      interruption: spool?.interruption ?? null,
    }),
  };
}
