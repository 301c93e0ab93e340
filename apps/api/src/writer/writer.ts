import type { Pool } from "pg";
import type { Bus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";
import { type CopyValue, copyInto } from "../database/copy.ts";
import type { Log } from "../observability/log.ts";

export type WriterConfig = { flushMs: number; maxQueuedWindows: number; maxBatch: number };
export const defaultWriterConfig: WriterConfig = {
  flushMs: 500,
  maxQueuedWindows: 500_000,
  maxBatch: 20_000,
};

/** Windows that came = stored + duplicates + dropped + queued, always. */
export type WriterCounters = {
  received: number;
  stored: number;
  duplicates: number;
  dropped: number;
  queued: number;
  failures: number;
};

export type WriterDeps = {
  pool: Pool;
  bus: Bus;
  /** makes sure that a partition exists for the day of every instant */
  ensurePartitions(instants: readonly Date[]): Promise<void>;
  log: Log;
};

/** Flushes what is queued when it is stopped. */
export type Writer = Component & { counters(): WriterCounters };

const MS_PER_DAY = 86_400_000;
const WARN_EVERY_MS = 60_000;

const columns = [
  ...[
    "deployment_id",
    "segment_id",
    "part",
    "part_label",
    "level",
    "start",
    "count",
    "sum_us",
    "min_us",
    "max_us",
  ],
  ...["hist", "above_pl", "above_dl", "dropped", "seq_gaps", "collector_id", "sequence"],
];

const copyRow = (w: WindowRow): CopyValue[] => [
  ...[w.deploymentId, w.segmentId, w.part, w.partLabel, w.lengthS, new Date(w.startMs), w.count, w.sumUs],
  ...[
    w.minUs,
    w.maxUs,
    w.histogram,
    w.abovePl,
    w.aboveDl,
    w.dropped,
    w.sequenceGaps,
    w.collectorId,
    w.sequence,
  ],
];

/** The roll-ups of these windows' periods are to be made (again). Waits for one that is being made. */
const MARK_DUE = `INSERT INTO rollup_due (level, start)
  SELECT DISTINCT 10, date_bin('10 seconds', start, 'epoch'::timestamptz) AS period FROM window_in ORDER BY period
  ON CONFLICT (level, start) DO UPDATE SET start = excluded.start`;

/**
 * Stores windows by COPY, in batches. A window that stands already changes nothing. While the database is away windows
 * wait in a bounded queue; what does not fit is dropped, oldest first, and counted.
 */
export function createWriter(deps: WriterDeps, config: WriterConfig = defaultWriterConfig): Writer {
  const { pool, bus } = deps;
  let queue: WindowRow[] = [];
  let inFlight: WindowRow[] = [];
  let off: (() => void) | null = null;
  let timer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> | null = null;
  let lastWarnMs = 0;
  const counters = { received: 0, stored: 0, duplicates: 0, dropped: 0, failures: 0 };

  const readyDays = new Set<number>();
  const ensureDays = async (batch: readonly WindowRow[]): Promise<void> => {
    const days = new Set(batch.map((w) => Math.floor(w.startMs / MS_PER_DAY)));
    const missing = [...days].filter((day) => !readyDays.has(day));
    if (missing.length === 0) return;
    await deps.ensurePartitions(missing.map((day) => new Date(day * MS_PER_DAY)));
    for (const day of missing) readyDays.add(day);
  };

  const store = async (batch: WindowRow[]): Promise<number> => {
    await ensureDays(batch);
    const client = await pool.connect();
    let failed: Error | undefined;
    try {
      await client.query("BEGIN");
      await client.query(
        "CREATE TEMP TABLE IF NOT EXISTS window_in (LIKE segment_window INCLUDING DEFAULTS) ON COMMIT DELETE ROWS",
      );
      await copyInto(client, "window_in", columns, batch.map(copyRow));
      const inserted = await client.query(
        `INSERT INTO segment_window (${columns.join()}) SELECT ${columns.join()} FROM window_in ON CONFLICT DO NOTHING`,
      );
      await client.query(MARK_DUE);
      await client.query("COMMIT");
      return inserted.rowCount ?? 0;
    } catch (error) {
      failed = error instanceof Error ? error : new Error(String(error));
      await client.query("ROLLBACK").catch(() => {});
      throw failed;
    } finally {
      client.release(failed);
    }
  };

  /** Keeps the queue within its bound: the oldest windows go, counted. */
  const trim = (): void => {
    const excess = queue.length - config.maxQueuedWindows;
    if (excess <= 0) return;
    queue.splice(0, excess);
    counters.dropped += excess;
  };

  const flush = async (): Promise<void> => {
    while (queue.length > 0) {
      inFlight = queue.splice(0, config.maxBatch);
      try {
        const stored = await store(inFlight);
        counters.stored += stored;
        counters.duplicates += inFlight.length - stored;
        inFlight = [];
      } catch (error) {
        counters.failures++;
        queue = inFlight.concat(queue);
        inFlight = [];
        trim();
        const now = Date.now();
        if (now - lastWarnMs > WARN_EVERY_MS) {
          lastWarnMs = now;
          deps.log.warn({ error }, `${queue.length} windows wait for the database`);
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
    name: "writer",
    async start() {
      off = bus.windows.on((windows) => {
        counters.received += windows.length;
        for (const w of windows) queue.push(w);
        trim();
      });
      timer = setInterval(() => void flushOnce(), config.flushMs);
    },
    async stop() {
      off?.();
      if (timer) clearInterval(timer);
      await flushOnce();
    },
    counters: () => ({ ...counters, queued: queue.length + inFlight.length }),
  };
}
