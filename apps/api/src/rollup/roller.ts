import { addCounts, Histogram, noCounts, type WindowCounts, windowCounters } from "@p4twin/models/telemetry";
import type pg from "pg";
import { counterColumns } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";
import { isBadData } from "../database/badData.ts";
import { type CopyValue, copyInto } from "../database/copy.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Log } from "../observability/log.ts";
import { reasonOf } from "../observability/reason.ts";
import type { Clock } from "../shared/service.ts";
import { LEVELS_S } from "./levels.ts";

export type RollerConfig = {
  everyMs: number;
  /**
   * how long after its end a period is merged: by then its windows have come, and what comes later makes it due again
   */
  graceMs: number;
  /** how long a period whose windows the database refuses to merge is left alone */
  putOffMs: number;
};
export const defaultRollerConfig: RollerConfig = { everyMs: 1_000, graceMs: 3_000, putOffMs: 600_000 };

/** Periods merged since the start, and failed tries. */
type RollerCounters = {
  merged: number;
  failures: number;
  /** periods put off because their windows cannot be merged; tried again later, and the others go on */
  putOff: number;
};
export type Roller = Component & {
  counters(): RollerCounters;
  /** Merges everything that is due now. */
  catchUp(): Promise<void>;
};

const WARN_EVERY_MS = 60_000;
/** Periods that can be put off at a time (our choice): more than that is no fault of single periods. */
const MAX_PUT_OFF = 1_000;
const levels: readonly number[] = LEVELS_S;
const counts = windowCounters.map((counter) => counterColumns[counter]);
const columns = ["deployment_id", "segment_id", "part", "part_label", "level", "start", "hist", ...counts];

type Child = {
  segment_id: string;
  part: number;
  part_label: string | null;
  hist: Buffer | null;
} & WindowCounts;

/** A sum as BIGINT takes it: beyond what is counted exactly it stays at that bound. */
const bounded = (sum: number): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.max(-Number.MAX_SAFE_INTEGER, sum));

/** Windows of one part put together. */
class Merged {
  readonly histogram = new Histogram();
  private readonly child: Child;
  private readonly counts = noCounts();

  constructor(first: Child) {
    this.child = first;
  }

  isOf(row: Child): boolean {
    return this.child.segment_id === row.segment_id && this.child.part === row.part;
  }

  add(row: Child): void {
    if (row.hist) this.histogram.mergeEncoded(row.hist);
    addCounts(this.counts, row);
  }

  row(deploymentId: string, level: number, start: Date): CopyValue[] {
    const { segment_id, part, part_label } = this.child;
    const hist = this.histogram.count > 0 ? this.histogram.encode() : null;
    return [
      ...[deploymentId, segment_id, part, part_label, level, start, hist],
      ...windowCounters.map((counter) => bounded(this.counts[counter])),
    ];
  }
}

/**
 * Merges windows into those of the next level: 1 s to 10 s, to 1 min, to 1 h. A period is taken by one roller
 * at a time, made anew from all its windows and put in the place of what stood, in one transaction; so it may
 * be made again at any time, by any process, and a late window is never lost.
 */
export function createRoller(config: RollerConfig, deps: { pool: pg.Pool; clock: Clock; log: Log }): Roller {
  const { pool, clock, log } = deps;
  const counters: RollerCounters = { merged: 0, failures: 0, putOff: 0 };
  /** by level and start, with the instant at which they are tried again */
  const putOff = new Map<string, { level: number; start: Date; untilMs: number }>();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let stopping = false;
  let lastWarnMs = Number.NEGATIVE_INFINITY;

  const merge = async (client: pg.PoolClient, level: number, start: Date): Promise<void> => {
    const child = levels[levels.indexOf(level) - 1];
    const source = child === 1 ? "segment_window" : "segment_rollup";
    const range = [child, start, new Date(start.getTime() + level * 1000)];
    const { rows: deployments } = await client.query<{ id: string }>(
      `SELECT DISTINCT deployment_id AS id FROM ${source} WHERE level = $1 AND start >= $2 AND start < $3`,
      range,
    );
    await client.query("DELETE FROM segment_rollup WHERE level = $1 AND start = $2", [level, start]);
    for (const { id } of deployments) {
      const { rows } = await client.query<Child>(
        `SELECT segment_id, part, part_label, hist, ${windowCounters.map((c) => `${counterColumns[c]}::float8 AS "${c}"`).join()}
           FROM ${source} WHERE level = $1 AND start >= $2 AND start < $3 AND deployment_id = $4
          ORDER BY segment_id, part, start`,
        [...range, id],
      );
      const merged: Merged[] = [];
      for (const row of rows) {
        if (!merged.at(-1)?.isOf(row)) merged.push(new Merged(row));
        merged.at(-1)?.add(row);
      }
      await copyInto(
        client,
        "segment_rollup",
        columns,
        merged.map((m) => m.row(id, level, start)),
      );
    }
  };

  /** Takes one due period; false when none is left that nobody else has. */
  const mergeNext = (): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      const left = [...putOff.values()];
      const { rows } = await client.query<{ level: number; start: Date }>(
        `SELECT level, start FROM rollup_due WHERE start + make_interval(secs => level) <= $1
            AND NOT EXISTS (SELECT 1 FROM unnest($2::int[], $3::timestamptz[]) AS off(level, start)
                             WHERE off.level = rollup_due.level AND off.start = rollup_due.start)
          ORDER BY level, start LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [new Date(clock().getTime() - config.graceMs), left.map((p) => p.level), left.map((p) => p.start)],
      );
      const [due] = rows;
      if (!due) return false;
      try {
        await merge(client, due.level, due.start);
      } catch (error) {
        if (isBadData(error) && putOff.size < MAX_PUT_OFF)
          putOff.set(`${due.level} ${due.start.getTime()}`, {
            ...due,
            untilMs: clock().getTime() + config.putOffMs,
          });
        throw error;
      }
      await client.query("DELETE FROM rollup_due WHERE level = $1 AND start = $2", [due.level, due.start]);
      const parent = levels[levels.indexOf(due.level) + 1];
      if (parent !== undefined) {
        const parentMs = parent * 1000;
        const start = new Date(Math.floor(due.start.getTime() / parentMs) * parentMs);
        await client.query(
          `INSERT INTO rollup_due (level, start) VALUES ($1, $2) ON CONFLICT (level, start) DO UPDATE SET start = excluded.start`,
          [parent, start],
        );
      }
      return true;
    });

  const mergeDue = async (): Promise<void> => {
    while (!stopping && (await mergeNext())) counters.merged++;
  };

  const catchUp = async (): Promise<void> => {
    for (const [key, { untilMs }] of putOff) if (untilMs <= clock().getTime()) putOff.delete(key);
    for (let goOn = true; goOn && !stopping; ) {
      const before = putOff.size;
      try {
        await mergeDue();
        return;
      } catch (error) {
        counters.failures++;
        // one period that cannot be merged does not hold up the others
        goOn = putOff.size > before;
        const nowMs = performance.now();
        if (nowMs - lastWarnMs < WARN_EVERY_MS) continue;
        lastWarnMs = nowMs;
        log.warn(reasonOf(error), "windows could not be merged; tried again");
      }
    }
  };

  const once = (): Promise<void> => {
    running ??= catchUp().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    name: "roll-ups",
    async start() {
      timer = setInterval(() => void once(), config.everyMs);
    },
    async stop() {
      stopping = true;
      if (timer) clearInterval(timer);
      await running;
    },
    counters: () => ({ ...counters, putOff: putOff.size }),
    catchUp: once,
  };
}
