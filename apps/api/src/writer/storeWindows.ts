import type { Pool } from "pg";
import { addDelivered, type Delivered } from "../bus/delivered.ts";
import { counterColumns, type WindowRow, windowColumns } from "../bus/windowRow.ts";
import { isBadData } from "../database/badData.ts";
import { type CopyValue, copyInto } from "../database/copy.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Log } from "../observability/log.ts";
import { reasonOf } from "../observability/reason.ts";
import {
  type CounterLimits,
  clampWindow,
  hasKey,
  isChanged,
  wideLimits,
  withoutOptional,
} from "./storable.ts";

const MS_PER_DAY = 86_400_000;

const columns = windowColumns.map(([, column]) => column);
const copyRow = (w: WindowRow): CopyValue[] =>
  windowColumns.map(([field]) => (field === "startMs" ? new Date(w.startMs) : w[field]));

/** The roll-ups of these windows' periods are to be made (again). Waits for one that is being made. */
const MARK_DUE = `INSERT INTO rollup_due (level, start)
  SELECT DISTINCT 10, date_bin('10 seconds', start, 'epoch'::timestamptz) AS period FROM window_in ORDER BY period
  ON CONFLICT (level, start) DO UPDATE SET start = excluded.start`;

const MAX_INTEGER = 2_147_483_647;

/** INTEGER where the table is of an earlier version and too large to be rewritten at a start, else BIGINT. */
async function readLimits(pool: Pool): Promise<CounterLimits> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = 'segment_window'::regclass AND atttypid = 'integer'::regtype AND NOT attisdropped`,
  );
  const narrow = new Set(rows.map((r) => r.name));
  const limits = Object.entries(counterColumns).filter(([, column]) => narrow.has(column));
  return { ...wideLimits, ...Object.fromEntries(limits.map(([field]) => [field, MAX_INTEGER])) };
}

export type WindowStoreDeps = {
  pool: Pool;
  /** makes sure that a partition exists for the day of every instant */
  ensurePartitions(instants: readonly Date[]): Promise<void>;
  log: Log;
};

const WARN_EVERY_MS = 60_000;

/**
 * Stores windows by COPY, a batch in one transaction. (collectorId, sequence) is part of their key: a window
 * that stands already changes nothing, windows of two collectors for the same second stand side by side and
 * are merged when they are read. Throws when the database is away. No window is lost for one of its columns:
 * figures are clamped to what the columns take; one that is refused nevertheless is found by halving its
 * batch and stored without its optional columns. Only what has no key is dropped.
 */
export function createWindowStore({ pool, ensurePartitions, log }: WindowStoreDeps) {
  const readyDays = new Set<number>();
  let limits: CounterLimits | null = null;
  let unsaid = 0;
  let lastWarnMs = Number.NEGATIVE_INFINITY;

  /** One line a minute, without the row and the SQL. */
  const note = (text: string, { segmentId, sequence }: WindowRow, error: unknown): void => {
    unsaid++;
    const now = performance.now();
    if (now - lastWarnMs < WARN_EVERY_MS) return;
    lastWarnMs = now;
    log.error({ ...reasonOf(error), segmentId: segmentId.slice(0, 80), sequence, windows: unsaid }, text);
    unsaid = 0;
  };

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
      return { stored, duplicates: batch.length - stored, dropped: 0, mended: 0 };
    });
  };

  const storeOne = async (window: WindowRow, refusal: unknown): Promise<Delivered> => {
    try {
      const delivered = await copy([withoutOptional(window)]);
      note("a window is stored without its histogram: the database refuses the whole", window, refusal);
      return { ...delivered, mended: delivered.stored };
    } catch (error) {
      if (!isBadData(error)) throw error;
      note("a window that the database does not take is dropped", window, error);
      return { stored: 0, duplicates: 0, dropped: 1, mended: 0 };
    }
  };

  const storeAll = async (batch: readonly WindowRow[]): Promise<Delivered> => {
    const [window] = batch;
    if (!window) return { stored: 0, duplicates: 0, dropped: 0, mended: 0 };
    try {
      return await copy(batch);
    } catch (error) {
      if (!isBadData(error)) throw error;
      // a partition may have been dropped since
      readyDays.clear();
      if (batch.length === 1) return storeOne(window, error);
      const half = Math.ceil(batch.length / 2);
      return addDelivered(await storeAll(batch.slice(0, half)), await storeAll(batch.slice(half)));
    }
  };

  return async (batch: readonly WindowRow[]): Promise<Delivered> => {
    limits ??= await readLimits(pool);
    const [bounds, withKey] = [limits, batch.filter(hasKey)];
    const [keyless] = batch.length === withKey.length ? [] : batch.filter((w) => !hasKey(w));
    if (keyless) note("a window that is of no segment, part or instant is dropped", keyless, "no key");
    const clamped = withKey.map((w) => clampWindow(w, bounds));
    const changed = clamped.filter((w, i) => withKey[i] && isChanged(w, withKey[i])).length;
    const delivered = await storeAll(clamped);
    return addDelivered(delivered, {
      ...{ stored: 0, duplicates: 0, dropped: batch.length - withKey.length, mended: changed },
    });
  };
}

export type WindowStore = ReturnType<typeof createWindowStore>;
