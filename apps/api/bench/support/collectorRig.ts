import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createBus } from "../../src/bus/bus.ts";
import type { WindowRow } from "../../src/bus/windowRow.ts";
import {
  type CollectorConfig,
  createCollector,
  defaultCollectorConfig,
} from "../../src/collector/collector.ts";
import type { CollectorState } from "../../src/collector/state.ts";
import { repositoryRoot } from "../../src/config.ts";
import { createEmbeddedPostgres } from "../../src/database/embedded/embedded.ts";
import { migrate, readMigrations } from "../../src/database/migrate.ts";
import { ensurePartitions } from "../../src/database/partitions.ts";
import { createLiveHub } from "../../src/live/hub.ts";
import { createLog } from "../../src/observability/log.ts";
import { createSpool, defaultSpoolConfig } from "../../src/spool/spool.ts";
import { segmentsOf } from "../../testing/intReports.ts";
import { createWriter } from "../../testing/writer.ts";
import { sleep } from "./product.ts";

/** One PostgreSQL of its own for a benchmark. */
export async function startPostgres() {
  const dataDir = mkdtempSync(join(tmpdir(), "p4twin-bench-"));
  chmodSync(dataDir, 0o755);
  const postgres = createEmbeddedPostgres(
    { dataDir, maxConnections: 20 },
    { notice: () => {}, onLost: console.error },
  );
  const url = await postgres.start();
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  // the database may end before the last connection is closed, which ended the bench without its figures
  pool.on("error", () => {});
  await migrate(pool, await readMigrations(join(repositoryRoot, "prisma", "migrations")));
  return {
    pool,
    dataDir,
    async stop() {
      await pool.end();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type BenchPostgres = Awaited<ReturnType<typeof startPostgres>>;

/** `deployments` share the segments evenly. */
export type RigConfig = Pick<CollectorConfig, "source"> &
  Partial<Pick<CollectorConfig, "interface">> & { segments: number; deployments: number };

/** Collector, writer and live hub as the product wires them, in this process: sockets to PostgreSQL and to watchers. */
export async function startRig(
  { source, interface: heard = null, segments, deployments }: RigConfig,
  { pool, dataDir }: BenchPostgres,
) {
  const log = createLog("silent");
  const bus = createBus();
  const hub = createLiveHub(bus);
  const writer = createWriter({
    pool,
    bus,
    ensurePartitions: (instants) => ensurePartitions(pool, instants),
    openSpool: () =>
      createSpool<WindowRow>({ ...defaultSpoolConfig, dir: join(dataDir, `spool-${randomUUID()}`) }),
    log,
  });
  const collector = createCollector(
    { ...defaultCollectorConfig, ports: [0], interface: heard, ...(source ? { source } : {}) },
    { bus, log, newId: randomUUID },
  );
  const deploymentIds = Array.from({ length: deployments }, () => randomUUID());
  const bindings = segmentsOf("", segments);
  for (const [i, segment] of bindings.segments.entries())
    segment.deploymentId = deploymentIds[i % deployments];
  await hub.start();
  await writer.start();
  await collector.start();
  collector.bind(bindings);
  await sleep(300);
  const leave = new AbortController();

  const state = (): CollectorState => {
    const now = collector.state();
    if (!now) throw new Error("the collector has not spoken yet");
    return now;
  };
  return {
    port: collector.ports()[0],
    state,
    writer: writer.counters,
    /** Readers of live frames, each of a deployment in turn, as the server writes them to a browser. */
    watch(watchers: number): void {
      for (let i = 0; i < watchers; i++)
        void (async () => {
          for await (const frame of hub.watch(deploymentIds[i % deployments], leave.signal))
            JSON.stringify(frame);
        })();
    },
    /** The account when nothing more comes: two statements in a row that say the same. */
    async settled(): Promise<CollectorState> {
      for (let before = state(), same = 0; ; ) {
        await sleep(250);
        const now = state();
        if (now === before) continue;
        same = now.arrived === before.arrived && now.kernelDropped === before.kernelDropped ? same + 1 : 0;
        before = now;
        if (same >= 1) return now;
      }
    },
    /** Packets of whole segments that PostgreSQL holds. Stops everything first. */
    async stop(): Promise<{ state: CollectorState; stored: number }> {
      leave.abort();
      await collector.stop();
      await writer.stop();
      await hub.stop();
      const { rows } = await pool.query<{ packets: string }>(
        "SELECT coalesce(sum(count + dropped), 0) AS packets FROM segment_window WHERE part = 0 AND deployment_id = ANY($1)",
        [deploymentIds],
      );
      return { state: state(), stored: Number(rows[0].packets) };
    },
  };
}
export type Rig = Awaited<ReturnType<typeof startRig>>;
