import type pg from "pg";
import type { Log } from "../observability/log.ts";
import { inTransaction } from "./transaction.ts";

/**
 * Windows of a second, nine tenths of all rows, become a hypertable where the server has TimescaleDB; the
 * roll-ups are small.
 */
const HYPERTABLE = "segment_window";
/** After this a chunk is kept in columns: late windows (a spool of days) come into rows. Our choice. */
const COLUMNS_AFTER = "2 days";
// any number that nothing else in this database locks
const TIMESCALE_LOCK = 5_032_767;

/** True where 1 s windows are kept in a hypertable. */
export async function isHypertable(client: Pick<pg.Pool, "query">): Promise<boolean> {
  const { rows } = await client.query<{ loaded: boolean }>(
    "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'timescaledb') AS loaded",
  );
  if (!rows[0].loaded) return false;
  const { rowCount } = await client.query(
    "SELECT 1 FROM timescaledb_information.hypertables WHERE hypertable_schema = current_schema() AND hypertable_name = $1",
    [HYPERTABLE],
  );
  return rowCount === 1;
}

/** Bytes of the hypertable on disk with its indexes and chunks. */
export async function hypertableBytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number | null }>(
    "SELECT hypertable_size($1::regclass)::float8 AS bytes",
    [HYPERTABLE],
  );
  return rows[0].bytes ?? 0;
}

/** Drops the chunks that end before an instant; returns their names. */
export async function dropChunksBefore(pool: pg.Pool, oldest: Date): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT drop_chunks($1::regclass, older_than => $2::timestamptz)::text AS name",
    [HYPERTABLE, oldest],
  );
  return rows.map((r) => r.name);
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Keeps 1 s windows in a hypertable of TimescaleDB, once, when the server has the extension: chunks of a day,
 * in columns after two days where the licence of the server's build allows it. A server that lacks it, has
 * not preloaded it, or does not let us create it keeps declarative partitions, which do the same work;
 * nothing fails.
 */
export async function useTimescale(pool: pg.Pool, log: Log): Promise<void> {
  const { rowCount } = await pool.query("SELECT 1 FROM pg_available_extensions WHERE name = 'timescaledb'");
  if (rowCount === 0) return;
  try {
    await pool.query("CREATE EXTENSION IF NOT EXISTS timescaledb");
    if (await isHypertable(pool)) return;
    await inTransaction(pool, async (client) => {
      // of several processes that start at once, one does it
      await client.query("SELECT pg_advisory_xact_lock($1)", [TIMESCALE_LOCK]);
      if (await isHypertable(client)) return;
      await client.query(
        `CREATE TABLE ${HYPERTABLE}_hyper (LIKE ${HYPERTABLE} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)`,
      );
      await client.query(
        `SELECT create_hypertable('${HYPERTABLE}_hyper', by_range('start', INTERVAL '1 day'))`,
      );
      await client.query(`INSERT INTO ${HYPERTABLE}_hyper SELECT * FROM ${HYPERTABLE}`);
      await client.query(`DROP TABLE ${HYPERTABLE}`);
      await client.query(`ALTER TABLE ${HYPERTABLE}_hyper RENAME TO ${HYPERTABLE}`);
    });
    log.info("windows of a second are kept in a hypertable of TimescaleDB");
  } catch (error) {
    log.warn(
      { reason: reason(error) },
      "the server has TimescaleDB, but it could not be used: partitions are kept",
    );
    return;
  }
  try {
    await pool.query(
      `ALTER TABLE ${HYPERTABLE} SET (timescaledb.compress, timescaledb.compress_segmentby = 'deployment_id, segment_id, part', timescaledb.compress_orderby = 'start')`,
    );
    await pool.query(`SELECT add_compression_policy('${HYPERTABLE}', INTERVAL '${COLUMNS_AFTER}')`);
  } catch (error) {
    log.info({ reason: reason(error) }, "this build of TimescaleDB keeps no columns: chunks stay in rows");
  }
}
