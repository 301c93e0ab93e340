import type pg from "pg";
import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import { createFollower } from "../shared/follower.ts";
import type { Clock } from "../shared/service.ts";

const MS_PER_DAY = 86_400_000;

/** Days for which rows are kept that nobody removes by hand (our choices). */
export const defaultHousekeepingConfig = {
  everyMs: 3_600_000,
  /** rows that one statement removes: a longer one would hold the tables */
  batch: 10_000,
  /** what has been solved: its placement keeps the answer */
  jobDays: 30,
  /** plans, whose answer is the job's row */
  planDays: 400,
  /** alarms that are closed, with their records and deliveries */
  eventDays: 400,
  /** windows that were voided, and can be put back until then */
  voidedDays: 30,
  /** links and sessions that can be used no more */
  expiredDays: 1,
};
type Config = typeof defaultHousekeepingConfig;

/** What goes: rows of `table` for which `condition` holds, $1 being the instant before which they ended; by `key`. */
const rules = (config: Config) => [
  { table: "job", days: config.jobDays, condition: "finished_at < $1 AND kind <> 'plan'" },
  { table: "job", days: config.planDays, condition: "finished_at < $1 AND kind = 'plan'" },
  { table: "event", days: config.eventDays, condition: "closed_at < $1" },
  { table: "voided_window", key: "ctid", days: config.voidedDays, condition: "start < $1" },
  { table: "verification", days: config.expiredDays, condition: "expires_at < $1" },
  { table: "session", days: config.expiredDays, condition: "expires_at < $1" },
];

/** Removes what has ended long ago; returns how many rows of which table. */
export async function removeOld(
  pool: pg.Pool,
  now: Date,
  config: Config = defaultHousekeepingConfig,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const { table, days, condition, key = "id" } of rules(config)) {
    const before = new Date(now.getTime() - days * MS_PER_DAY);
    for (let count = config.batch; count === config.batch; ) {
      const { rowCount } = await pool.query(
        `DELETE FROM "${table}" WHERE ${key} IN (SELECT ${key} FROM "${table}" WHERE ${condition} LIMIT $2)`,
        [before, config.batch],
      );
      count = rowCount ?? 0;
      if (count > 0) removed[table] = (removed[table] ?? 0) + count;
    }
  }
  return removed;
}

/** Keeps tables from growing for ever: looks every hour. */
export const createHousekeeping = (
  config: Config,
  { pool, clock, log }: { pool: pg.Pool; clock: Clock; log: Log },
): Component =>
  createFollower("housekeeping", {
    everyMs: config.everyMs,
    log,
    async follow() {
      const removed = await removeOld(pool, clock(), config);
      if (Object.keys(removed).length > 0) log.info({ removed }, "rows that ended long ago are gone");
    },
  });
