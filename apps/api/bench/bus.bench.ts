import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "@p4twin/models/core";
import { Histogram, noCounts } from "@p4twin/models/telemetry";
import { createBus } from "../src/bus/bus.ts";
import { createNatsLink } from "../src/bus/natsLink.ts";
import { decodeWindows, encodeWindows } from "../src/bus/windowCodec.ts";
import type { WindowRow } from "../src/bus/windowRow.ts";
import { createWindowStream, windowStreamConfig } from "../src/bus/windowStream.ts";
import { repositoryRoot } from "../src/config.ts";
import { createDatabaseClient } from "../src/database/client.ts";
import { createEmbeddedPostgres } from "../src/database/embedded/embedded.ts";
import { migrate, readMigrations } from "../src/database/migrate.ts";
import { ensurePartitions } from "../src/database/partitions.ts";
import { createLog } from "../src/observability/log.ts";
import { createSpool, defaultSpoolConfig } from "../src/spool/spool.ts";
import { createWindowStore } from "../src/writer/storeWindows.ts";
import { createStreamOutbox } from "../src/writer/streamOutbox.ts";
import { createStreamWriter } from "../src/writer/streamWriter.ts";
import { startNats } from "../testing/nats.ts";
import { sleep } from "./support/product.ts";

/** Seconds of a cloud of 1,000 segments with three parts each, 100 packets a part and second. */
const SECONDS = 15;
const SEGMENTS = 1_000;
const PARTS = 4;
const PACKETS = 100;
const random = createRandom(3);

function windowsOf(second: number, startMs: number): WindowRow[] {
  const deploymentId = "00000000-0000-7000-8000-000000000001";
  return Array.from({ length: SEGMENTS * PARTS }, (_, i) => {
    const histogram = new Histogram();
    for (let p = 0; p < PACKETS; p++) histogram.record(50 + random.exponential(40));
    return {
      deploymentId,
      segmentId: `segment-${Math.floor(i / PARTS)}`,
      part: i % PARTS,
      partLabel: i % PARTS === 0 ? null : `s${i % PARTS}`,
      startMs: startMs + 1_000 * second,
      lengthS: 1,
      count: histogram.count,
      sumUs: histogram.sumUs,
      minUs: histogram.minUs,
      maxUs: histogram.maxUs,
      histogram: histogram.encode(),
      ...{ ...noCounts(), abovePl: 1 },
      collectorId: "bench",
      sequence: second * SEGMENTS * PARTS + i,
    };
  });
}

/** CPU seconds of a process so far, from Linux; its clock has a hundred ticks a second. */
function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await sleep(10);
}

/**
 * Closed windows from the collector's spool over a real NATS into a real PostgreSQL, each step alone and all together.
 */
export default async function bench() {
  const dir = mkdtempSync(join(tmpdir(), "p4twin-bench-bus-"));
  const log = createLog("error");
  const nats = await startNats();
  const postgres = createEmbeddedPostgres(
    { dataDir: join(dir, "data"), maxConnections: 20 },
    { notice() {}, onLost: console.error },
  );
  const client = createDatabaseClient(await postgres.start());
  const { pool } = client;
  const link = createNatsLink({ url: nats.url, name: "bench" }, { log });
  try {
    await migrate(pool, await readMigrations(join(repositoryRoot, "prisma", "migrations")));
    const todayMs = Math.floor(Date.now() / 1_000) * 1_000 - SECONDS * 1_000;
    const seconds = Array.from({ length: SECONDS }, (_, i) => windowsOf(i, todayMs));
    const total = SECONDS * SEGMENTS * PARTS;
    const rows: Record<string, string | number>[] = [];
    const servers = async (): Promise<number[]> => {
      const { rows: backends } = await pool.query<{ pid: number }>("SELECT pid FROM pg_stat_activity");
      return backends.map((b) => b.pid);
    };
    const databaseBytes = async (): Promise<number> =>
      (await pool.query("SELECT pg_database_size(current_database())::float8 AS bytes")).rows[0].bytes;
    /** Runs one step. Rates by the clock depend on what else the machine does, windows per CPU second hardly. */
    const measure = async (
      step: string,
      bytesPerWindow: number | null,
      run: () => unknown,
    ): Promise<void> => {
      const backends = await servers();
      const cpu = () => ({
        node: process.cpuUsage(),
        nats: cpuSeconds(nats.pid()),
        postgres: backends.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
      });
      const [before, at] = [cpu(), performance.now()];
      await run();
      const [after, ms] = [cpu(), performance.now() - at];
      const { user, system } = process.cpuUsage(before.node);
      const per = (seconds: number): number | string => (seconds > 0.05 ? Math.round(total / seconds) : "");
      rows.push({
        step,
        "windows/s": Math.round((1_000 * total) / ms),
        "per CPU s of node": per((user + system) / 1e6),
        "of nats": per(after.nats - before.nats),
        "of postgres": per(after.postgres - before.postgres),
        "bytes/window": bytesPerWindow ?? "",
      });
    };

    const records = seconds.flatMap((all) =>
      Array.from({ length: Math.ceil(all.length / windowStreamConfig.maxRecord) }, (_, i) =>
        all.slice(i * windowStreamConfig.maxRecord, (i + 1) * windowStreamConfig.maxRecord),
      ),
    );
    const messages = records.map(encodeWindows);
    const bytes = Math.round(messages.reduce((sum, m) => sum + m.length, 0) / total);
    await measure("encode", bytes, () => records.forEach(encodeWindows));
    await measure("decode", bytes, () => messages.forEach(decodeWindows));

    await link.start();
    const stream = createWindowStream(link, 1);
    const bus = createBus();
    const openSpool = () => createSpool<WindowRow>({ ...defaultSpoolConfig, dir: join(dir, "spool") });
    const outbox = createStreamOutbox({ bus, stream, log, openSpool });
    await outbox.start();
    await measure("spool, publish to NATS, acknowledged", bytes, async () => {
      for (const second of seconds) bus.windows.publish(second);
      await until(() => outbox.counters().stored === total);
    });

    const store = createWindowStore({ pool, log, ensurePartitions: (days) => ensurePartitions(pool, days) });
    const emptyBytes = await databaseBytes();
    const writer = createStreamWriter({ stream, store, log });
    await measure("NATS to PostgreSQL, one writer", null, async () => {
      await writer.start();
      await until(() => writer.counters().stored === total);
    });
    await writer.stop();
    const storedBytes = Math.round(((await databaseBytes()) - emptyBytes) / total);
    Object.assign(rows.at(-1) ?? {}, { "bytes/window": storedBytes });

    // the same rows under another id: COPY alone, without a broker
    const direct = seconds.flat().map((w) => ({ ...w, collectorId: "direct" }));
    await measure("COPY without a broker", null, async () => {
      for (let i = 0; i < direct.length; i += 20_000) await store(direct.slice(i, i + 20_000));
    });
    await outbox.stop();
    return { name: `bus: ${SEGMENTS} segments of ${PARTS} parts, ${SECONDS} s of windows`, rows };
  } finally {
    await link.stop();
    await client.close();
    await postgres.stop();
    await nats.dispose();
    rmSync(dir, { recursive: true, force: true });
  }
}
