import { Histogram } from "@p4twin/models/telemetry";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { ensurePartitions } from "../database/partitions.ts";
import { createLog } from "../observability/log.ts";
import { createTestDatabase } from "../testing/database.ts";
import { createWriter, defaultWriterConfig, type Writer } from "./writer.ts";

const DEPLOYMENT = "00000000-0000-7000-8000-000000000001";

const row = (sequence: number, change: Partial<WindowRow> = {}): WindowRow => {
  const histogram = new Histogram();
  for (const us of [10, 20, 400]) histogram.record(us);
  return {
    deploymentId: DEPLOYMENT,
    segmentId: "a\tb\\c\n",
    part: 0,
    partLabel: null,
    startMs: Date.UTC(2026, 0, 1) + 1000 * sequence,
    lengthS: 1,
    count: 3,
    sumUs: 430,
    minUs: 10,
    maxUs: 400,
    histogram: histogram.encode(),
    abovePl: 1,
    aboveDl: 0,
    dropped: 2,
    sequenceGaps: -1,
    collectorId: "c",
    sequence,
    ...change,
  };
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function start(pool: Pool, maxQueuedWindows = defaultWriterConfig.maxQueuedWindows) {
  const bus = createBus();
  const writer: Writer = createWriter(
    {
      pool,
      bus,
      ensurePartitions: (days) => ensurePartitions(database.pool, days),
      log: createLog("silent"),
    },
    // flushed by stop alone, so that the test decides when
    { ...defaultWriterConfig, flushMs: 3_600_000, maxQueuedWindows },
  );
  return { bus, writer };
}

describe("writer", () => {
  it("stores what it is given, exactly, and a window that comes twice once", async () => {
    const { bus, writer } = start(database.pool);
    await writer.start();
    bus.windows.publish([row(1), row(2, { histogram: null, count: 0, sumUs: 0, minUs: null, maxUs: null })]);
    bus.windows.publish([row(1)]);
    await writer.stop();
    expect(writer.counters()).toEqual({
      received: 3,
      stored: 2,
      duplicates: 1,
      dropped: 0,
      queued: 0,
      failures: 0,
    });
    const { rows } = await database.pool.query("SELECT * FROM segment_window ORDER BY sequence");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      deployment_id: DEPLOYMENT,
      segment_id: "a\tb\\c\n",
      level: 1,
      count: 3,
      sum_us: 430,
      min_us: 10,
      above_pl: 1,
      dropped: 2,
      seq_gaps: -1,
    });
    expect(Histogram.decode(rows[0].hist)?.quantileUs(1)).toBe(400);
    expect(rows[1]).toMatchObject({ min_us: null, hist: null });
  });

  it("windows wait while the database is away, the oldest beyond the bound go, and all is counted", async () => {
    let away = true;
    const pool = {
      connect: () => (away ? Promise.reject(new Error("connection refused")) : database.pool.connect()),
    } as unknown as Pool;
    const { bus, writer } = start(pool, 3);
    await writer.start();
    bus.windows.publish([10, 11, 12, 13, 14].map((sequence) => row(sequence, { collectorId: "d" })));
    await writer.stop();
    expect(writer.counters()).toEqual({
      received: 5,
      stored: 0,
      duplicates: 0,
      dropped: 2,
      queued: 3,
      failures: 1,
    });
    away = false;
    await writer.start();
    await writer.stop();
    expect(writer.counters()).toMatchObject({ received: 5, stored: 3, dropped: 2, queued: 0 });
    const { rows } = await database.pool.query(
      "SELECT sequence::int FROM segment_window WHERE collector_id = 'd' ORDER BY 1",
    );
    expect(rows.map((r) => r.sequence)).toEqual([12, 13, 14]);
  });
});
