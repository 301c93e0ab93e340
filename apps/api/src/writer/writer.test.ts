import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Histogram, noCounts } from "@p4twin/models/telemetry";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { createWriter } from "../../testing/writer.ts";
import { createBus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { ensurePartitions } from "../database/partitions.ts";
import { createLog } from "../observability/log.ts";
import { createSpool, defaultSpoolConfig } from "../spool/spool.ts";
import { defaultOutboxConfig, type Outbox } from "./outbox.ts";

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
    ...noCounts(),
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
let spoolDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), "p4twin-writer-"));
});
afterEach(() => rm(spoolDir, { recursive: true }));
afterAll(() => database.close());

function start(pool: Pool, spoolConfig: Partial<typeof defaultSpoolConfig> = {}) {
  const bus = createBus();
  const writer: Outbox = createWriter(
    {
      pool,
      bus,
      ensurePartitions: (days) => ensurePartitions(database.pool, days),
      openSpool: () => createSpool({ ...defaultSpoolConfig, ...spoolConfig, dir: spoolDir }),
      log: createLog("silent"),
    },
    // flushed by stop alone, so that the test decides when
    { ...defaultOutboxConfig, flushMs: 3_600_000 },
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
    expect(writer.counters()).toMatchObject({
      received: 3,
      stored: 2,
      duplicates: 1,
      dropped: 0,
      queued: 0,
      failures: 0,
      mended: 0,
      spool: { waiting: 0, evicted: 0, writeErrors: 0, damaged: { records: 0 } },
      interruption: null,
    });
    const { rows } = await database.pool.query("SELECT * FROM segment_window ORDER BY sequence");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      deployment_id: DEPLOYMENT,
      segment_id: "a\tb\\c\n",
      level: 1,
      count: "3",
      sum_us: 430,
      min_us: 10,
      above_pl: "1",
      dropped: "2",
      seq_gaps: "-1",
    });
    expect(Histogram.decode(rows[0].hist)?.quantileUs(1)).toBe(400);
    expect(rows[1]).toMatchObject({ min_us: null, hist: null });
  });

  const away = { connect: () => Promise.reject(new Error("connection refused")) } as unknown as Pool;
  const stored = async (collectorId: string): Promise<number[]> => {
    const { rows } = await database.pool.query<{ sequence: number }>(
      "SELECT sequence::int FROM segment_window WHERE collector_id = $1 ORDER BY 1",
      [collectorId],
    );
    return rows.map((r) => r.sequence);
  };

  it("windows wait on disk while the database is away, and are stored by the next process", async () => {
    const { bus, writer } = start(away);
    await writer.start();
    for (const sequence of [10, 11, 12]) bus.windows.publish([row(sequence, { collectorId: "d" })]);
    await writer.stop();
    const waiting = { received: 3, stored: 0, duplicates: 0, dropped: 0, queued: 3, failures: 1 };
    expect(writer.counters()).toMatchObject({ ...waiting, interruption: null });

    const next = start(database.pool).writer;
    await next.start();
    await next.stop();
    expect(next.counters()).toMatchObject({ received: 3, stored: 3, queued: 0, interruption: null });
    expect(await stored("d")).toEqual([10, 11, 12]);
  });

  it("the oldest windows beyond the disk space go, and all is counted", async () => {
    const { bus, writer } = start(away, { maxBytes: 1000, fileBytes: 1 });
    await writer.start();
    const sequences = Array.from({ length: 20 }, (_, i) => 100 + i);
    for (const sequence of sequences) bus.windows.publish([row(sequence, { collectorId: "e" })]);
    await writer.stop();
    const { received, dropped, queued } = writer.counters();
    expect([received, dropped > 10, dropped + queued]).toEqual([20, true, 20]);
    const next = start(database.pool).writer;
    await next.start();
    await next.stop();
    expect(await stored("e")).toEqual(sequences.slice(dropped));
  });

  it("a window that no database takes is found and dropped, the others of its batch are stored", async () => {
    const { bus, writer } = start(database.pool);
    await writer.start();
    const bad = row(303, { collectorId: "g", segmentId: "no text has a \u0000" });
    bus.windows.publish([...[300, 301, 302].map((n) => row(n, { collectorId: "g" })), bad]);
    bus.windows.publish([row(304, { collectorId: "g" })]);
    await writer.stop();
    expect(writer.counters()).toMatchObject({ received: 5, stored: 4, dropped: 1, queued: 0, failures: 0 });
    expect(await stored("g")).toEqual([300, 301, 302, 304]);
  });

  it("a process that was killed leaves its closed windows, and the next one says so", async () => {
    const killed = start(database.pool);
    await killed.writer.start();
    killed.bus.windows.publish([row(200, { collectorId: "f" }), row(201, { collectorId: "f" })]);
    // neither stopped nor flushed
    const next = start(database.pool).writer;
    await next.start();
    await next.stop();
    expect(next.counters()).toMatchObject({ received: 2, stored: 2, interruption: { rows: 2 } });
    expect(await stored("f")).toEqual([200, 201]);
  });
});
