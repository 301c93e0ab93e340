import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Histogram, noCounts } from "@p4twin/models/telemetry";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { createWriter } from "../../testing/writer.ts";
import { createBus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { ensurePartitions } from "../database/partitions.ts";
import type { Log } from "../observability/log.ts";
import { createSpool, defaultSpoolConfig } from "../spool/spool.ts";
import { defaultOutboxConfig } from "./outbox.ts";

const START = Date.UTC(2026, 3, 1);
const histogram = new Histogram();
histogram.record(10);

const row = (sequence: number, change: Partial<WindowRow> = {}): WindowRow => ({
  deploymentId: "00000000-0000-7000-8000-000000000009",
  segmentId: "s",
  part: 0,
  partLabel: "n1",
  startMs: START + 1000 * sequence,
  lengthS: 1,
  ...{ count: 1, sumUs: 10, minUs: 10, maxUs: 10, histogram: histogram.encode() },
  ...noCounts(),
  collectorId: "c",
  sequence,
  ...change,
});

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let spoolDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), "p4twin-bad-"));
});
afterEach(async () => {
  await database.pool.query("DELETE FROM segment_window");
  await rm(spoolDir, { recursive: true });
});
afterAll(() => database.close());

/** A log that keeps its lines. */
function keeping() {
  const lines: string[] = [];
  const note = (...args: unknown[]): void => void lines.push(JSON.stringify(args));
  return { lines, log: { info: note, warn: note, error: note } as unknown as Log };
}

function writerOf(pool: Pool, log: Log = keeping().log) {
  const bus = createBus();
  const writer = createWriter(
    {
      pool,
      bus,
      ensurePartitions: (days) => ensurePartitions(database.pool, days),
      openSpool: () => createSpool({ ...defaultSpoolConfig, dir: spoolDir }),
      log,
    },
    { ...defaultOutboxConfig, flushMs: 3_600_000 },
  );
  return { bus, writer };
}

async function storing(rows: WindowRow[], log?: Log) {
  const { bus, writer } = writerOf(database.pool, log);
  await writer.start();
  bus.windows.publish(rows);
  await writer.stop();
  const { received, stored, duplicates, dropped, queued, mended } = writer.counters();
  expect(stored + duplicates + dropped + queued).toBe(received);
  return { received, stored, dropped, mended };
}

const columnsOf = async (sequence: number) =>
  (await database.pool.query("SELECT * FROM segment_window WHERE sequence = $1", [sequence])).rows[0];

it("four datagrams a second with random sequence numbers do not erase a segment's history", async () => {
  expect(await storing([row(1, { sequenceGaps: 8_000_000_000 }), row(2)])).toMatchObject({
    stored: 2,
    mended: 0,
  });
  expect(await columnsOf(1)).toMatchObject({ seq_gaps: "8000000000", count: "1" });
});

it.each<[string, Partial<WindowRow>, object]>([
  ["a counter beyond all counting", { sequenceGaps: 1e300, dropped: 1e19 }, { seq_gaps: "9007199254740991" }],
  ["a negative one", { sequenceGaps: -1e300, count: -5 }, { seq_gaps: "-9007199254740991", count: "0" }],
  ["a fraction", { abovePl: 1.5 }, { above_pl: "1" }],
  [
    "no number",
    { count: Number.NaN, sumUs: Number.NaN, minUs: Number.NaN },
    { count: "0", sum_us: 0, min_us: null },
  ],
  ["Infinity", { sumUs: Number.POSITIVE_INFINITY, maxUs: Number.POSITIVE_INFINITY }, { max_us: null }],
  ["more than REAL takes", { maxUs: 1e39 }, { max_us: null }],
  ["less than REAL takes", { minUs: 1e-60 }, { min_us: 0 }],
  ["a label with a NUL", { partLabel: "a\u0000b" }, { part_label: null }],
])("a window is not lost for one column: %s", async (_, change, expected) => {
  expect(await storing([row(1), row(2, change), row(3)])).toMatchObject({
    received: 3,
    stored: 3,
    dropped: 0,
  });
  expect(await columnsOf(2)).toMatchObject(expected);
});

it.each<[string, Partial<WindowRow>]>([
  ["of no instant", { startMs: Number.NaN }],
  ["of another millennium", { startMs: 8.6e15 }],
  ["of no deployment", { deploymentId: "none" }],
  ["of part -1", { part: -1 }],
  ["of a segment whose name no index takes", { segmentId: "x".repeat(9_000) }],
])("a window %s is dropped and counted, and holds up no other", async (_, change) => {
  expect(await storing([row(1), row(2, change), row(3)])).toMatchObject({
    received: 3,
    stored: 2,
    dropped: 1,
  });
});

it("what the database refuses nevertheless is stored without its optional columns, and the log has one short line", async () => {
  const { lines, log } = keeping();
  await database.pool.query("ALTER TABLE segment_window ADD CONSTRAINT small CHECK (length(hist) < 200)");
  try {
    const large = { histogram: new Uint8Array(5_000) };
    const rows = Array.from({ length: 9 }, (_, i) => row(i, i % 3 === 0 ? large : {}));
    expect(await storing(rows, log)).toEqual({ received: 9, stored: 9, dropped: 0, mended: 3 });
  } finally {
    await database.pool.query("ALTER TABLE segment_window DROP CONSTRAINT small");
  }
  expect(await columnsOf(3)).toMatchObject({ hist: null, count: "1", sum_us: 10 });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.length).toBeLessThan(600);
});

it("a table of an earlier version keeps INTEGER: figures are clamped to it", async () => {
  const columns = ["count", "above_pl", "above_dl", "dropped", "seq_gaps"];
  const all = (type: string) =>
    database.pool.query(
      `ALTER TABLE segment_window ${columns.map((c) => `ALTER COLUMN ${c} TYPE ${type}`).join()}`,
    );
  await all("INTEGER");
  try {
    expect(await storing([row(1, { sequenceGaps: 8e9 })])).toMatchObject({ stored: 1, mended: 1 });
    expect(await columnsOf(1)).toMatchObject({ seq_gaps: 2_147_483_647 });
  } finally {
    await database.pool.query("DELETE FROM segment_window");
    await all("BIGINT");
  }
});

it("a corrupt record of the spool loses its own windows alone, and the sum is exact", async () => {
  const away = {
    connect: () => Promise.reject(new Error("refused")),
    query: () => Promise.reject(new Error("refused")),
  };
  const first = writerOf(away as unknown as Pool);
  await first.writer.start();
  for (let n = 0; n < 50; n++) first.bus.windows.publish([row(n), row(n + 1_000)]);
  await first.writer.stop();
  const [name = ""] = (await readdir(spoolDir)).filter((file) => file.endsWith(".spool"));
  const bytes = readFileSync(join(spoolDir, name));
  bytes.fill(0x55, 300, 310);
  writeFileSync(join(spoolDir, name), bytes);
  const next = writerOf(database.pool).writer;
  await next.start();
  await next.stop();
  expect(next.counters()).toMatchObject({ received: 100, stored: 98, dropped: 2, queued: 0 });
  expect(next.counters().spool?.damaged).toMatchObject({ records: 1, rows: 2 });
});
