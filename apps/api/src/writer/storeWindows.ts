import type { Pool } from "pg";
import type { WindowRow } from "../bus/windowRow.ts";
import { type CopyValue, copyInto } from "../database/copy.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Log } from "../observability/log.ts";
import type { Delivered } from "./outbox.ts";

const MS_PER_DAY = 86_400_000;

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

// SQLSTATE classes 22 and 23: the values are at fault, so trying again cannot help
const isBadData = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && /^2[23]/.test(error.code);

export type WindowStoreDeps = {
  pool: Pool;
  /** makes sure that a partition exists for the day of every instant */
  ensurePartitions(instants: readonly Date[]): Promise<void>;
  log: Log;
};

/**
 * Stores windows by COPY, a batch in one transaction. (collectorId, sequence) is part of their key: a window that stands already changes
 * nothing, windows of two collectors for the same second stand side by side and are merged when they are read. Throws when the database
 * is away; a window that no database takes is found by halving its batch, and dropped.
 */
export function createWindowStore({ pool, ensurePartitions, log }: WindowStoreDeps) {
  const readyDays = new Set<number>();
  const ensureDays = async (batch: readonly WindowRow[]): Promise<void> => {
    const days = new Set(batch.map((w) => Math.floor(w.startMs / MS_PER_DAY)));
    const missing = [...days].filter((day) => !readyDays.has(day));
    if (missing.length === 0) return;
    await ensurePartitions(missing.map((day) => new Date(day * MS_PER_DAY)));
    for (const day of missing) readyDays.add(day);
  };

  const copy = async (batch: readonly WindowRow[]): Promise<Delivered> => {
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
      const stored = inserted.rowCount ?? 0;
      return { stored, duplicates: batch.length - stored, dropped: 0 };
    });
  };

  const store = async (batch: readonly WindowRow[]): Promise<Delivered> => {
    try {
      return await copy(batch);
    } catch (error) {
      if (!isBadData(error)) throw error;
      const [window] = batch;
      if (batch.length <= 1) {
        log.error({ error, window }, "a window that the database does not take is dropped");
        return { stored: 0, duplicates: 0, dropped: batch.length };
      }
      const half = Math.ceil(batch.length / 2);
      const [a, b] = [await store(batch.slice(0, half)), await store(batch.slice(half))];
      return {
        stored: a.stored + b.stored,
        duplicates: a.duplicates + b.duplicates,
        dropped: a.dropped + b.dropped,
      };
    }
  };
  return store;
}

export type WindowStore = ReturnType<typeof createWindowStore>;
