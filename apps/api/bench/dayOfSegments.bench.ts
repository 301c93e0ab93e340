import { createRandom } from "@p4twin/models/core";
import { Histogram } from "@p4twin/models/telemetry";
import { summarise } from "@p4twin/models/twin";
import pg from "pg";
import { createTwinStore } from "../src/twin/store.ts";
import { quantile, sleep, startProduct } from "./support/product.ts";

const SEGMENTS = 100;
const DAY_S = 86_400;
const CHUNK_S = 3_600;
const QUERIES = 40;
const deploymentId = "00000000-0000-7000-8000-000000000001";

/** Histograms as a second of traffic leaves them: a few hundred packets around some 400 us with a tail. */
function someHistograms(howMany: number): Buffer[] {
  const random = createRandom(1);
  return Array.from({ length: howMany }, () => {
    const histogram = new Histogram();
    for (let i = 0; i < 300; i++) histogram.record(350 + 60 * random.next() + random.exponential(80));
    return Buffer.from(histogram.encode());
  });
}

/** A day of 1 s windows of every segment up to `endS`, as the writer would have stored them, and their periods due. */
async function storeDay(pool: pg.Pool, endS: number): Promise<void> {
  const hists = someHistograms(64);
  for (let from = endS - DAY_S; from < endS; from += CHUNK_S)
    await pool.query(
      `INSERT INTO segment_window (deployment_id, segment_id, part, level, start, count, sum_us, min_us, max_us, hist, collector_id, sequence)
       SELECT $1, 'segment-' || i, 0, 1, to_timestamp(s), 300, 0, 0, 0, ($2::bytea[])[1 + (i * 7919 + s) % 64], 'bench', s::bigint * 1000 + i
         FROM generate_series($3::int, $4::int - 1) s, generate_series(1, $5::int) i`,
      [deploymentId, hists, from, Math.min(endS, from + CHUNK_S), SEGMENTS],
    );
  await pool.query(
    "INSERT INTO rollup_due (level, start) SELECT 10, to_timestamp(s) FROM generate_series($1::int, $2::int, 10) s ON CONFLICT DO NOTHING",
    [Math.floor((endS - DAY_S) / 10) * 10, endS - 1],
  );
}

/** Waits until the product has merged everything that is due before `endS`, but for the periods still open. */
async function untilMerged(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      "SELECT count(*)::int AS left FROM rollup_due WHERE start + make_interval(secs => level) < now() - interval '10 seconds'",
    );
    if (rows[0].left === 0) return;
    await sleep(1_000);
  }
}

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
};

/** p99 over the last 24 h of 100 segments, from a warm cache: 8.6 million windows of a second are stored. */
export default async function bench() {
  const product = await startProduct("server");
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 5 });
  try {
    // neither the end of a minute nor of an hour: both ends of the range need finer levels
    const endS = Math.floor(Date.now() / 1000) - 5;
    await storeDay(pool, endS);
    const mergedMs = await timed(() => untilMerged(pool));
    await pool.query("VACUUM ANALYZE segment_window, segment_rollup");
    const store = createTwinStore(pool);
    const p99s = async (fromS: number, toS: number, bucketMs: number | null): Promise<number> => {
      const parts = await store.windows({
        deploymentId,
        parts: [0],
        fromMs: fromS * 1000,
        toMs: toS * 1000,
        bucketMs,
      });
      return parts.filter((p) => summarise(p.part, p.buckets).p99Us !== null).length;
    };
    const rows = [];
    for (const { what, spanS, bucketMs } of [
      { what: "p99 of each segment", spanS: DAY_S, bucketMs: null },
      { what: "p99 of each segment", spanS: 3_600, bucketMs: null },
      { what: "chart of all segments, 10 min buckets", spanS: DAY_S, bucketMs: 600_000 },
    ]) {
      const times: number[] = [];
      // the end moves on from query to query, as it does on a page
      for (let i = 0; i < QUERIES + 5; i++) {
        const to = endS - (QUERIES + 5) + i;
        let answered = 0;
        const ms = await timed(async () => {
          answered = await p99s(to - spanS, to, bucketMs);
        });
        if (answered !== SEGMENTS) throw new Error(`${answered} of ${SEGMENTS} segments answered`);
        if (i >= 5) times.push(ms);
      }
      times.sort((a, b) => a - b);
      rows.push({
        what,
        "range h": spanS / 3600,
        segments: SEGMENTS,
        "median ms": Number(quantile(times, 0.5).toFixed(1)),
        "p95 ms": Number(quantile(times, 0.95).toFixed(1)),
      });
    }
    const { rows: stored } = await pool.query<{ n: number; bytes: number }>(
      `SELECT (SELECT count(*)::int FROM segment_window) AS n,
              (SELECT sum(pg_total_relation_size(inhrelid))::float8 FROM pg_inherits WHERE inhparent = 'segment_window'::regclass) AS bytes`,
    );
    return {
      name: "a day of 100 segments, read from a warm cache",
      rows: rows.map((row) => ({
        ...row,
        "windows stored": stored[0].n,
        "bytes a window": Math.round(stored[0].bytes / stored[0].n),
        "merged in s": Math.round(mergedMs / 1000),
      })),
    };
  } finally {
    await pool.end();
    await product.stop();
  }
}
