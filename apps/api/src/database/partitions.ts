import type pg from "pg";
import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import type { Clock } from "../shared/service.ts";

const MS_PER_DAY = 86_400_000;
const PARTITIONED = ["segment_window", "exporter_counter"] as const;
// any number that nothing else in this database locks
const PARTITION_LOCK = 5_032_766;

const startOfDay = (at: Date): number => Math.floor(at.getTime() / MS_PER_DAY) * MS_PER_DAY;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Makes the daily partitions (UTC) of the telemetry tables that are missing for the days of these instants. A writer calls it
 * before it copies rows of a day for the first time; calling it again does nothing.
 */
export async function ensurePartitions(pool: pg.Pool, instants: readonly Date[]): Promise<void> {
  const days = [...new Set(instants.map(startOfDay))];
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [PARTITION_LOCK]);
    for (const day of days) {
      for (const table of PARTITIONED) {
        const name = `${table}_${isoDay(day).replaceAll("-", "")}`;
        const range = `FROM ('${isoDay(day)}T00:00:00Z') TO ('${isoDay(day + MS_PER_DAY)}T00:00:00Z')`;
        await client.query(
          `CREATE TABLE IF NOT EXISTS "${name}" PARTITION OF "${table}" FOR VALUES ${range}`,
        );
      }
    }
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Drops the daily partitions that end before `oldest`, with all their rows; returns their names. */
export async function dropPartitionsBefore(pool: pg.Pool, oldest: Date): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent WHERE p.relname = ANY($1)",
    [PARTITIONED],
  );
  const dropped: string[] = [];
  for (const { name } of rows) {
    const [, year, month, day] = /_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
    if (day === undefined) continue;
    const end = Date.UTC(Number(year), Number(month) - 1, Number(day)) + MS_PER_DAY;
    if (end > oldest.getTime()) continue;
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
  deps: { pool: pg.Pool; clock: Clock; log: Log; retentionDays(): Promise<number> },
): Component {
  const { pool, clock, log } = deps;
  let timer: NodeJS.Timeout | null = null;
  const ensure = async (): Promise<void> => {
    const now = clock().getTime();
    const offsets = Array.from({ length: config.daysAhead + 2 }, (_, i) => i - 1);
    await ensurePartitions(
      pool,
      offsets.map((offset) => new Date(now + offset * MS_PER_DAY)),
    );
    const dropped = await dropPartitionsBefore(
      pool,
      new Date(now - (await deps.retentionDays()) * MS_PER_DAY),
    );
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
