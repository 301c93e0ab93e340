import { randomBytes } from "node:crypto";
import pg from "pg";
import { dropPartitionsBefore } from "../src/database/partitions.ts";
import { createTwinStore } from "../src/twin/store.ts";
import { sleep, startProduct } from "./support/product.ts";

const DEMO_S = 20;

/**
 * The product on a server with TimescaleDB (`P4TWIN_TIMESCALE_URL`, a superuser's): windows of the demo land
 * in a hypertable, chunks kept in columns read the same, windows that come twice change nothing there,
 * retention drops chunks.
 */
export default async function bench() {
  const name = "TimescaleDB: windows in a hypertable";
  const server = process.env.P4TWIN_TIMESCALE_URL;
  if (!server)
    return { name, rows: [{ note: "not measured: P4TWIN_TIMESCALE_URL names no server with TimescaleDB" }] };
  const database = `p4twin_bench_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Pool({ connectionString: server, max: 1 });
  await admin.query(`CREATE DATABASE ${database}`);
  const url = new URL(server);
  url.pathname = `/${database}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 3 });
  try {
    const product = await startProduct("server", { DATABASE_URL: url.href, DEMO: "on" });
    await sleep(DEMO_S * 1000);
    await product.stop();

    const one = async <T>(sql: string): Promise<T> => (await pool.query(sql)).rows[0].value;
    const version = await one<string>(
      "SELECT extversion AS value FROM pg_extension WHERE extname = 'timescaledb'",
    );
    const count = () => one<number>("SELECT count(*)::int AS value FROM segment_window");
    const bytes = () => one<number>("SELECT hypertable_size('segment_window')::float8 AS value");
    const deploymentId = await one<string>("SELECT deployment_id AS value FROM segment_window LIMIT 1");
    const read = async () =>
      JSON.stringify(
        await createTwinStore(pool).windows({
          deploymentId,
          parts: "all",
          fromMs: Date.now() - 600_000,
          toMs: Date.now(),
          bucketMs: 1_000,
        }),
      );
    const [windows, rowBytes, before] = [await count(), await bytes(), await read()];
    if (windows === 0) throw new Error("the demo stored nothing");
    await pool.query("CREATE TABLE again AS SELECT * FROM segment_window");
    await pool.query("SELECT compress_chunk(c) FROM show_chunks('segment_window') c");
    const columnBytes = await bytes();
    if ((await read()) !== before) throw new Error("windows kept in columns read differently");
    await pool.query("INSERT INTO segment_window SELECT * FROM again ON CONFLICT DO NOTHING");
    if ((await count()) !== windows) throw new Error("a window that came twice was stored twice");
    const tomorrow = new Date(Date.now() + 2 * 86_400_000);
    const [kept, far] = [new Date(0), tomorrow];
    const dropped = await dropPartitionsBefore(pool, {
      segment_window: far,
      segment_rollup_10: kept,
      segment_rollup_60: kept,
      segment_rollup_3600: kept,
    });
    if ((await count()) !== 0) throw new Error("chunks beyond the retention still stand");
    return {
      name,
      rows: [
        {
          version,
          windows,
          "bytes a window in rows": Math.round(rowBytes / windows),
          "in columns": Math.round(columnBytes / windows),
          "chunks dropped": dropped.length,
        },
      ],
    };
  } finally {
    await pool.end();
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.end();
  }
}
