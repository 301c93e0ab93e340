import type pg from "pg";
import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import type { Clock } from "../shared/service.ts";
import { notAhead } from "../shared/wallClock.ts";
import { dropChunksBefore, hypertableBytes, isHypertable } from "./timescale.ts";
import { inTransaction } from "./transaction.ts";

const MS_PER_DAY = 86_400_000;

/** How long the partitions of each telemetry table are: the coarser its windows, the longer. */
const PARTITIONED = {
  segment_window: "day",
  segment_rollup_10: "day",
  segment_rollup_60: "month",
  segment_rollup_3600: "year",
} as const;
export type PartitionedTable = keyof typeof PARTITIONED;
const tables = Object.keys(PARTITIONED) as PartitionedTable[];
type Span = (typeof PARTITIONED)[PartitionedTable];

// any number that nothing else in this database locks
const PARTITION_LOCK = 5_032_766;

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The partition of a table in which an instant lies: UTC, [start, end), and the digits of its name. */
function periodOf(span: Span, at: Date): { startMs: number; endMs: number; digits: string } {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const [startMs, endMs] =
    span === "day"
      ? [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)]
      : span === "month"
        ? [Date.UTC(year, month), Date.UTC(year, month + 1)]
        : [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  const digits = isoDay(startMs).replaceAll("-", "").slice(0, { day: 8, month: 6, year: 4 }[span]);
  return { startMs, endMs, digits };
}

/**
 * Makes the partitions of the telemetry tables that are missing for the days of these instants. A writer
 * calls it before it copies rows of a day for the first time; calling it again does nothing.
 */
export async function ensurePartitions(pool: pg.Pool, instants: readonly Date[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [PARTITION_LOCK]);
    const ownChunks = await isHypertable(client);
    for (const table of tables) {
      // TimescaleDB makes its chunks itself
      if (table === "segment_window" && ownChunks) continue;
      const periods = new Map(
        instants.map((at) => periodOf(PARTITIONED[table], at)).map((period) => [period.digits, period]),
      );
      for (const { startMs, endMs, digits } of periods.values())
        await client.query(
          `CREATE TABLE IF NOT EXISTS "${table}_${digits}" PARTITION OF "${table}"
             FOR VALUES FROM ('${isoDay(startMs)}T00:00:00Z') TO ('${isoDay(endMs)}T00:00:00Z')`,
        );
    }
  });
}

type Partition = { parent: PartitionedTable; name: string; bytes: number };

async function partitions(pool: pg.Pool): Promise<Partition[]> {
  const { rows } = await pool.query<Partition>(
    `SELECT p.relname AS parent, c.relname AS name, pg_total_relation_size(c.oid)::float8 AS bytes
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
      WHERE p.relname = ANY($1)`,
    [tables],
  );
  return rows;
}

/** Bytes on disk of each telemetry table with its indexes. */
export async function partitionedBytes(pool: pg.Pool): Promise<Record<PartitionedTable, number>> {
  const bytes = Object.fromEntries(tables.map((table) => [table, 0])) as Record<PartitionedTable, number>;
  for (const partition of await partitions(pool)) bytes[partition.parent] += partition.bytes;
  if (await isHypertable(pool)) bytes.segment_window = await hypertableBytes(pool);
  return bytes;
}

/**
 * Drops the partitions that end before the oldest instant to be kept of their table, with all their rows;
 * returns their names.
 */
export async function dropPartitionsBefore(
  pool: pg.Pool,
  oldest: Readonly<Record<PartitionedTable, Date>>,
): Promise<string[]> {
  const dropped = (await isHypertable(pool)) ? await dropChunksBefore(pool, oldest.segment_window) : [];
  for (const { parent, name } of await partitions(pool)) {
    const [, year, month = "01", day = "01"] = /_(\d{4})(\d{2})?(\d{2})?$/.exec(name) ?? [];
    if (year === undefined) continue;
    const start = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    if (periodOf(PARTITIONED[parent], start).endMs > oldest[parent].getTime()) continue;
    await pool.query(`DROP TABLE IF EXISTS "${name}"`);
    dropped.push(name);
  }
  return dropped;
}

export const defaultPartitionKeeperConfig = { everyMs: 3_600_000, daysAhead: 3 };

/**
 * Keeps the partitions of yesterday to some days ahead, so that no writer meets midnight unprepared, and drops what is
 * older than the retention that the owner has set.
 */
export function createPartitionKeeper(
  config: typeof defaultPartitionKeeperConfig,
  deps: {
    pool: pg.Pool;
    clock: Clock;
    log: Log;
    retentionDays(): Promise<Readonly<Record<PartitionedTable, number>>>;
  },
): Component {
  const { pool, clock, log } = deps;
  const ageClock = notAhead(clock);
  let timer: NodeJS.Timeout | null = null;
  const ensure = async (): Promise<void> => {
    const now = clock().getTime();
    const offsets = Array.from({ length: config.daysAhead + 2 }, (_, i) => i - 1);
    await ensurePartitions(
      pool,
      offsets.map((offset) => new Date(now + offset * MS_PER_DAY)),
    );
    const days = await deps.retentionDays();
    const oldest = Object.fromEntries(
      tables.map((table) => [table, new Date(ageClock().getTime() - days[table] * MS_PER_DAY)]),
    ) as Record<PartitionedTable, Date>;
    const dropped = await dropPartitionsBefore(pool, oldest);
    if (dropped.length > 0) log.info({ dropped }, "windows beyond the retention are gone");
  };
  return {
    name: "partitions",
    async start() {
      await ensure();
      timer = setInterval(() => {
        ensure().catch((error: unknown) => log.error({ error }, "partitions could not be made"));
      }, config.everyMs);
    },
    async stop() {
      if (timer) clearInterval(timer);
    },
  };
}
