import type { Pool } from "pg";
import type { Bus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";
import { type CopyValue, copyInto } from "../database/copy.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Log } from "../observability/log.ts";
import type { Interruption, Spool } from "../spool/spool.ts";

export type WriterConfig = { flushMs: number; maxBatch: number };
export const defaultWriterConfig: WriterConfig = { flushMs: 500, maxBatch: 20_000 };

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

export type WriterDeps = {
  pool: Pool;
  bus: Bus;
  /** where windows wait: made at the start, because it takes over what an earlier process left */
  openSpool(): Spool<WindowRow>;
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
 * Stores windows by COPY, in batches. A window that stands already changes nothing. Windows go through a spool on disk: while the database
 * is away they wait there, and a process that is killed leaves them to the next one. What does not fit is dropped, oldest first, and counted.
 */
export function createWriter(deps: WriterDeps, config: WriterConfig = defaultWriterConfig): Writer {
  const { pool, bus } = deps;
  let spool: Spool<WindowRow> | null = null;
  let off: (() => void) | null = null;
  let timer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> | null = null;
  let lastWarnMs = 0;
  const counters = { received: 0, stored: 0, duplicates: 0, failures: 0 };

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
    return inTransaction(pool, async (client) => {
      await client.query(
        "CREATE TEMP TABLE IF NOT EXISTS window_in (LIKE segment_window INCLUDING DEFAULTS) ON COMMIT DELETE ROWS",
      );
      await copyInto(client, "window_in", columns, batch.map(copyRow));
      const names = columns.join();
      const inserted = await client.query(
        `INSERT INTO segment_window (${names}) SELECT ${names} FROM window_in ON CONFLICT DO NOTHING`,
      );
      await client.query(MARK_DUE);
      return inserted.rowCount ?? 0;
    });
  };

  const flush = async (): Promise<void> => {
    for (let batch = spool?.next(config.maxBatch); batch; batch = spool?.next(config.maxBatch)) {
      try {
        const stored = await store(batch.rows);
        counters.stored += stored;
        counters.duplicates += batch.rows.length - stored;
        batch.done();
      } catch (error) {
        batch.release();
        counters.failures++;
        const now = Date.now();
        if (now - lastWarnMs > WARN_EVERY_MS) {
          lastWarnMs = now;
          deps.log.warn({ error }, `${spool?.waiting() ?? 0} windows wait for the database`);
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
      const opened = deps.openSpool();
      spool = opened;
      counters.received += opened.recovered;
      if (opened.interruption)
        deps.log.warn(
          opened.interruption,
          "the process before this one was killed: the windows in progress are lost, closed ones are stored now",
        );
      off = bus.windows.on((windows) => {
        counters.received += windows.length;
        opened.append(windows);
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
      dropped: spool?.dropped() ?? 0,
      queued: spool?.waiting() ?? 0,
      interruption: spool?.interruption ?? null,
    }),
  };
}
