import { createRandom } from "@p4twin/models/core";
import {
  encodeSamples,
  exploreSamples,
  Histogram,
  type ReportSample,
  SampleStore,
} from "@p4twin/models/telemetry";
import { boundSegmentSchema } from "@p4twin/models/twin";
import pg from "pg";
import { ensurePartitions } from "../src/database/partitions.ts";
import type { Deployment } from "../src/deployments/schema.ts";
import { exploreWindows } from "../src/explore/windowGroups.ts";
import { createTwinStore } from "../src/twin/store.ts";
import { quantile, startProduct } from "./support/product.ts";

const SEGMENTS = 100;
const NODES = [1, 2, 3];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RUNS = 25;
/** What an answer is to take at most. */
const AIM_MS = 300;
/** The budget of the product (`explore/sampleHold.ts`). */
const SAMPLE_BYTES = 64 * 1024 * 1024;
const deploymentId = "00000000-0000-7000-8000-000000000001";

const deployment: Deployment = {
  ...{ id: deploymentId, name: "bench", chainVersionId: null, chainName: null, placementId: null },
  ...{ status: "active", revision: 1, createdAt: "", updatedAt: "" },
  segments: Array.from({ length: SEGMENTS }, (_, i) =>
    boundSegmentSchema.parse({
      ...{ id: `segment-${i + 1}`, name: `segment ${i + 1}`, kind: "uc2", plUs: 1e6, dlUs: 1e6 },
      ...{ from: { nodeId: 1 }, to: { nodeId: 3 } },
      elements: NODES.flatMap((nodeId, n) => [
        ...(n === 0 ? [] : [{ kind: "link", label: `l${n}` }]),
        { kind: "switch", label: `s${nodeId}`, nodeId: 10 * i + nodeId },
      ]),
    }),
  ),
};
const PARTS = [0, 1, 3, 5];

/** Histograms as an hour of traffic leaves them. */
function someHistograms(howMany: number): Buffer[] {
  const random = createRandom(1);
  return Array.from({ length: howMany }, () => {
    const histogram = new Histogram();
    for (let i = 0; i < 5_000; i++) histogram.record(350 + 60 * random.next() + random.exponential(80));
    return Buffer.from(histogram.encode());
  });
}

/** Two days of hours of every part, and the minutes of the hour at hand, as the roller leaves them. */
async function storeDays(pool: pg.Pool, nowMs: number): Promise<void> {
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  await ensurePartitions(
    pool,
    [0, 1, 2].map((days) => new Date(nowMs - days * DAY_MS)),
  );
  const hists = someHistograms(64);
  const store = (levelS: number, fromMs: number, toMs: number) =>
    pool.query(
      `INSERT INTO segment_rollup (deployment_id, segment_id, part, level, start, hist)
       SELECT $1, 'segment-' || i, p, $2::int, to_timestamp(s), ($3::bytea[])[1 + (i * 7919 + s) % 64]
         FROM generate_series($4::int, $5::int - 1, $2::int) s, generate_series(1, $6::int) i, unnest($7::int[]) p`,
      [deploymentId, levelS, hists, fromMs / 1_000, toMs / 1_000, SEGMENTS, PARTS],
    );
  await pool.query("DELETE FROM rollup_due");
  await store(3_600, hourMs - 2 * DAY_MS, hourMs);
  await store(60, hourMs, Math.floor(nowMs / 60_000) * 60_000);
  await pool.query("INSERT INTO rollup_due (level, start) VALUES (3600, $1)", [new Date(hourMs)]);
  await pool.query("VACUUM ANALYZE segment_rollup");
}

/** Kept reports over two days, as many as the product holds. */
function someSamples(nowMs: number): SampleStore {
  const store = new SampleStore(SAMPLE_BYTES);
  const random = createRandom(2);
  const bytes = new Uint8Array(200);
  const each = Math.ceil(SAMPLE_BYTES / 380);
  const stepMs = (2 * DAY_MS) / each;
  let batch: ReportSample[] = [];
  for (let i = 0; i < each; i++) {
    const exporter = Math.floor(random.next() * SEGMENTS);
    batch.push({
      ...{ atMs: nowMs - 2 * DAY_MS + i * stepMs, exporter: `10.0.${exporter}.1`, segment: `d/${exporter}` },
      flow: {
        src: "10.1.0.1",
        dst: "10.2.0.2",
        proto: 17,
        srcPort: Math.floor(random.next() * 50),
        dstPort: 2,
      },
      ...{ dscp: 46, dropped: false, congested: false, reports: 100, datagramBytes: 200, bytes },
      hops: NODES.map((nodeId) => ({
        ...{ nodeId, ingressPort: 1, egressPort: 2, queueId: i % 4 },
        ...{ latencyUs: 350 + random.exponential(80), queueDepth: i % 64 },
      })),
    });
    if (batch.length < 1_000) continue;
    store.add(encodeSamples(batch));
    batch = [];
  }
  return store;
}

async function medianOf(what: string, ask: () => unknown) {
  const times: number[] = [];
  const processor: number[] = [];
  for (let i = 0; i < RUNS + 5; i++) {
    const begin = performance.now();
    const before = process.cpuUsage();
    await ask();
    const { user, system } = process.cpuUsage(before);
    if (i < 5) continue;
    times.push(performance.now() - begin);
    processor.push((user + system) / 1_000);
  }
  times.sort((a, b) => a - b);
  processor.sort((a, b) => a - b);
  const median = quantile(times, 0.5);
  return {
    what,
    "median ms": Number(median.toFixed(1)),
    "p95 ms": Number(quantile(times, 0.95).toFixed(1)),
    // without the database's: on a machine at work the rest is waiting
    "own processor ms": Number(quantile(processor, 0.5).toFixed(1)),
    [`of ${AIM_MS} ms`]: Number((median / AIM_MS).toFixed(2)),
  };
}

/** A day of 100 segments grouped, the day before beside it: from stored windows, and from kept reports. */
export default async function bench() {
  const product = await startProduct("server");
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 5 });
  try {
    const nowMs = Date.now();
    const toMs = Math.ceil(nowMs / HOUR_MS) * HOUR_MS;
    await storeDays(pool, nowMs);
    const day = {
      ...{ fromMs: toMs - 24 * HOUR_MS, toMs, binMs: 2 * HOUR_MS, filters: [], limit: 20 },
      value: "p99Us" as const,
    };
    const store = createTwinStore(pool);
    const plain = { domainOf: (exporter: string) => exporter, shows: () => true };
    const rows = [];
    for (const groupBy of ["segment", "node"] as const)
      rows.push(
        await medianOf(`windows by ${groupBy}`, async () => {
          const { groupCount } = await exploreWindows(store, [deployment], { ...day, groupBy }, plain);
          if (groupCount !== (groupBy === "segment" ? 1 : NODES.length) * SEGMENTS)
            throw new Error(`${groupCount} groups by ${groupBy}`);
        }),
      );
    const samples = someSamples(nowMs);
    const held = samples.held().samples;
    for (const groupBy of ["node", "queue", "flow", "path"] as const)
      rows.push(
        await medianOf(`${held} kept reports by ${groupBy}`, () =>
          exploreSamples(samples.chunks(), { ...day, groupBy }, plain),
        ),
      );
    return { name: "explore: a day of 100 segments and the day before", rows };
  } finally {
    await pool.end();
    await product.stop();
  }
}
