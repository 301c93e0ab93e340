import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Histogram, noCounts } from "@p4twin/models/telemetry";
import type { PartBuckets } from "@p4twin/models/twin";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { createWriter } from "../../testing/writer.ts";
import { createBus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { ensurePartitions } from "../database/partitions.ts";
import { createLog } from "../observability/log.ts";
import { createSpool, defaultSpoolConfig } from "../spool/spool.ts";
import { createTwinStore } from "../twin/store.ts";
import { defaultOutboxConfig } from "../writer/outbox.ts";
import { LEVELS_S } from "./levels.ts";
import { createRoller, defaultRollerConfig } from "./roller.ts";

const DEPLOYMENT = "00000000-0000-7000-8000-000000000002";
const START = Date.UTC(2026, 2, 1, 22);
const SEGMENTS = ["a", "b"];

let sequence = 0;
/** A window of one second of a segment: few values, different in each. */
function window(segmentId: string, part: number, second: number): WindowRow {
  const histogram = new Histogram();
  for (let i = 0; i <= second % 3; i++) histogram.record(10 + ((second * 7 + part) % 50));
  return {
    deploymentId: DEPLOYMENT,
    segmentId,
    part,
    partLabel: part === 0 ? null : "s1",
    startMs: START + 1000 * second,
    lengthS: 1,
    count: histogram.count,
    sumUs: histogram.sumUs,
    minUs: histogram.minUs,
    maxUs: histogram.maxUs,
    histogram: histogram.encode(),
    ...noCounts(),
    ...{ queueMs: 1_000, queueDepthMs: 1_000 * (second % 7), queueMax: second % 13 },
    abovePl: second % 2,
    aboveDl: second % 5 === 0 ? 1 : 0,
    dropped: second % 7 === 0 ? 1 : 0,
    sequenceGaps: second % 11 === 0 ? 2 : 0,
    collectorId: "c",
    sequence: sequence++,
  };
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let spoolDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  spoolDir = await mkdtemp(join(tmpdir(), "p4twin-rollup-"));
});
afterAll(async () => {
  await database.close();
  await rm(spoolDir, { recursive: true });
});

async function store(windows: WindowRow[]): Promise<void> {
  const bus = createBus();
  const { pool } = database;
  const writer = createWriter(
    {
      pool,
      bus,
      ensurePartitions: (days) => ensurePartitions(pool, days),
      openSpool: () => createSpool({ ...defaultSpoolConfig, dir: spoolDir }),
      log: createLog("silent"),
    },
    { ...defaultOutboxConfig, flushMs: 3_600_000 },
  );
  await writer.start();
  bus.windows.publish(windows);
  await writer.stop();
  expect(writer.counters()).toMatchObject({ stored: windows.length, failures: 0 });
}

const shape = (parts: PartBuckets[]) =>
  parts.map(({ segmentId, part, buckets }) => ({
    segmentId,
    part,
    buckets: buckets.map(({ histogram, ...rest }) => {
      const bars: [number, number][] = [];
      histogram.forEachBucket((us, count) => bars.push([us, count]));
      return {
        ...rest,
        bars,
        minUs: histogram.minUs,
        maxUs: histogram.maxUs,
        sum: Math.round(histogram.sumUs),
      };
    }),
  }));

const dueLeft = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ n: string }>("SELECT count(*) AS n FROM rollup_due");
  return Number(rows[0]?.n);
};

describe("roll-ups", () => {
  const seconds = 3600 + 95;
  const levelsOf = async () => {
    const { rows } = await database.pool.query<{ level: number; n: string }>(
      "SELECT level, count(*) AS n FROM segment_rollup GROUP BY level ORDER BY level",
    );
    return rows.map(({ level, n }) => [level, Number(n)]);
  };
  const twin = () => createTwinStore(database.pool);
  const range = { deploymentId: DEPLOYMENT, fromMs: START + 5_000, toMs: START + 1000 * seconds - 7_000 };

  it("say exactly what their windows say, read in any mixture of levels, also while they are being made", async () => {
    const late = (second: number) => second >= 1000 && second < 1020;
    // a window every third second, as of a quiet network
    const all = Array.from({ length: Math.floor(seconds / 3) }, (_, i) =>
      SEGMENTS.flatMap((s) => [window(s, 0, 3 * i), window(s, 1, 3 * i)]),
    ).flat();
    await store(all.filter((w) => !late((w.startMs - START) / 1000)));
    const clock = { now: START + 1000 * seconds };
    const roller = createRoller(
      { ...defaultRollerConfig, everyMs: 3_600_000, graceMs: 0 },
      { pool: database.pool, clock: () => new Date(clock.now), log: createLog("silent") },
    );

    const asked = [null, 60_000, 600_000, 3_600_000, 15_000];
    const answers = async () => {
      const all: unknown[] = [];
      for (const bucketMs of asked)
        all.push(shape(await twin().windows({ ...range, parts: "all", segmentIds: SEGMENTS, bucketMs })));
      return all;
    };
    const before = await answers();
    await roller.catchUp();
    // the last, open minute and hour wait for their end
    expect(await levelsOf()).toEqual([
      [10, 4 * (360 + 9 - 2)],
      [60, 4 * 61],
      [3600, 4],
    ]);
    expect(await answers()).toEqual(before);

    // twenty seconds come hours late, as from a spool
    await store(all.filter((w) => late((w.startMs - START) / 1000)));
    const complete = await answers();
    expect(complete).not.toEqual(before);
    await roller.catchUp();
    expect(await answers()).toEqual(complete);

    clock.now += 3_600_000;
    await roller.catchUp();
    expect(await dueLeft()).toBe(0);
    expect(await answers()).toEqual(complete);
    expect(roller.counters().failures).toBe(0);
  });

  it("are made once by several rollers", async () => {
    await database.pool.query(
      "INSERT INTO rollup_due SELECT 10, start FROM segment_rollup WHERE level = 10 ON CONFLICT DO NOTHING",
    );
    const before = await levelsOf();
    const rollers = Array.from({ length: 3 }, () =>
      createRoller(
        { ...defaultRollerConfig, everyMs: 3_600_000, graceMs: 0 },
        { pool: database.pool, clock: () => new Date(START + 1e8), log: createLog("silent") },
      ),
    );
    await Promise.all(rollers.map((r) => r.catchUp()));
    // one may have waited for another's period of the next level
    await rollers[0]?.catchUp();
    expect(await dueLeft()).toBe(0);
    expect(await levelsOf()).toEqual(before);
    expect(LEVELS_S.slice(1)).toEqual(before.map(([level]) => level));
  });

  it("sums beyond BIGINT stay at its bound, and a period that is refused does not hold up the others", async () => {
    const { pool } = database;
    const at = Date.UTC(2026, 4, 1);
    const windows = Array.from({ length: 40 }, (_, second) => ({
      ...window("c", 0, second),
      startMs: at + 1000 * second,
    }));
    await store(windows);
    await pool.query("UPDATE segment_window SET seq_gaps = 9e18 WHERE segment_id = 'c'");
    await pool.query(
      `ALTER TABLE segment_rollup ADD CONSTRAINT refused CHECK (start <> '${new Date(at + 10_000).toISOString()}')`,
    );
    const clock = { now: at + 1e5 };
    const roller = createRoller(
      { ...defaultRollerConfig, everyMs: 3_600_000, graceMs: 0 },
      { pool, clock: () => new Date(clock.now), log: createLog("silent") },
    );
    await roller.catchUp();
    expect(roller.counters()).toMatchObject({ failures: 1, putOff: 1 });
    const gaps = async () => {
      const { rows } = await pool.query<{ s: number; gaps: string }>(
        "SELECT extract(second FROM start)::int AS s, seq_gaps AS gaps FROM segment_rollup WHERE segment_id = 'c' AND level = 10 ORDER BY 1",
      );
      return rows.map((r) => [r.s, Number(r.gaps)]);
    };
    const most = Number.MAX_SAFE_INTEGER;
    expect(await gaps()).toEqual([0, 20, 30].map((s) => [s, most]));
    await pool.query("ALTER TABLE segment_rollup DROP CONSTRAINT refused");
    clock.now += defaultRollerConfig.putOffMs;
    await roller.catchUp();
    expect(await gaps()).toEqual([0, 10, 20, 30].map((s) => [s, most]));
    expect(roller.counters()).toMatchObject({ failures: 1, putOff: 0 });
  });
});
