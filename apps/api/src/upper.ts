// What stands on the telemetry plane, in the processes that need it: what is stored, who judges it, what people speak
// to.
import { hostname } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { secretOf } from "./auth/secret.ts";
import type { LocalLink } from "./bus/local/localLink.ts";
import type { Component, Lifecycle } from "./components.ts";
import type { Config } from "./config.ts";
import type { Db } from "./database/client.ts";
import { ensureDefaultWorkspace } from "./database/defaultWorkspace.ts";
import type { DatabaseWatch } from "./database/watch.ts";
import { createDemo } from "./demo/service.ts";
import { listDeployments } from "./deployments/store.ts";
import type { DiskGuard } from "./disk/guard.ts";
import { KEPT_REPORTS } from "./explore/keptFile.ts";
import type { ReadinessCheck } from "./http/health.ts";
import type { Log } from "./observability/log.ts";
import type { Metrics } from "./observability/metrics.ts";
import { createOtlpExporter } from "./otlp/exporter.ts";
import { registerOtlpMetrics, registerSegmentMetrics } from "./otlp/metrics.ts";
import { namesOf } from "./otlp/names.ts";
import { createSeriesSums } from "./otlp/series.ts";
import { runPlace } from "./placements/runPlace.ts";
import { LOOK_AGAIN_MS, type Plane } from "./plane.ts";
import type { ProcessRole } from "./roles.ts";
import { createServices } from "./services.ts";
import { exclusively } from "./shared/exclusively.ts";
import { createFollower } from "./shared/follower.ts";
import type { Clock } from "./shared/service.ts";

// any number that nothing else in this database locks
const FIRST_START_LOCK = 5_032_767;

export type ServerStart = {
  config: Config;
  roles: ReadonlySet<ProcessRole>;
  databaseUrl: string;
  databaseKind: "embedded" | "external";
  /** how the other processes are reached: over the supervisor, or over NATS */
  over: { local: LocalLink } | { nats: { url: string; replicas: number } };
  askedForLink: boolean;
  /**
   * the process before it in its data directory was ended without being asked to; a supervisor knows that of its parts
   */
  tookOver: boolean;
  log: Log;
  lifecycle: Lifecycle;
};

type Given = ServerStart & {
  db: Db;
  pool: Pool;
  clock: Clock;
  plane: Plane;
  watch: DatabaseWatch;
  disk: DiskGuard;
  metrics: Metrics;
  version: string;
};
export type Upper = {
  /** before windows are made */
  before: Component[];
  /** once windows are made */
  after: Component[];
  /** Starts the front, where there is one; the owner's one-time link when one is due. */
  front(checks: readonly ReadinessCheck[]): Promise<string | null>;
};

/** Composes it and, on the first start, makes the owner and the demo; starts nothing. */
export async function composeUpper(given: Given): Promise<Upper> {
  const { config, roles, db, pool, clock, plane, watch, disk, metrics, log, lifecycle } = given;
  const workspace = await exclusively(pool, FIRST_START_LOCK, () => ensureDefaultWorkspace(db));
  const host = "127.0.0.1";
  // wherever the collector listens, the demo's switches are on this machine
  const demo =
    config.demo && roles.has("http") ? createDemo({ host, intPort: plane.intPort }, { log }) : null;
  const services = createServices({
    ...{ pool, clock, log, plane, demo, disk, runPlace, version: given.version },
    scope: { db, workspaceId: workspace.id },
    databaseKind: given.databaseKind,
    databaseLook: watch.look,
    captures: { dir: join(config.dataDir, "captures"), limits: config.captures },
    keptReports: join(config.dataDir, KEPT_REPORTS),
    secret: await secretOf(config),
    baseUrl: config.baseUrl,
  });
  const segments = composeSegmentExports(given);
  const judges = roles.has("jobs")
    ? (await import("./judges.ts")).createJudges({
        exporters: segments,
        ...{ db, pool, clock, log, plane, services, metrics: metrics.registry },
        databaseLook: watch.look,
        disk: disk.state,
      })
    : { alarms: [], others: [] };
  const front = roles.has("http")
    ? await (await import("./front.ts")).composeFront({
        ...{ config, db, pool, clock, log, plane, watch, metrics, lifecycle, services, demo },
        ...{ version: given.version, askedForLink: given.askedForLink, firstStartLock: FIRST_START_LOCK },
      })
    : null;
  return {
    // without alarms in this process, its own metrics are what hears closed windows
    before: [
      ...(front?.before ?? []),
      ...(roles.has("jobs") ? judges.alarms : roles.has("http") ? [...segments, plane.closedWindows] : []),
    ],
    after: [...judges.others, ...(front?.after ?? [])],
    front: async (checks) => (front ? front.start(checks) : null),
  };
}

/** Segments for /metrics, and for the OpenTelemetry receiver, which whoever judges tells. */
function composeSegmentExports(given: Given): Component[] {
  const { config, roles, db, clock, plane, metrics, log } = given;
  if (!roles.has("jobs") && !roles.has("http")) return [];
  const sums = createSeriesSums({ bus: plane.bus, clock });
  let known = namesOf([]);
  const names = async () => {
    known = namesOf(await listDeployments({ db, workspaceId: null }));
    return known;
  };
  const follow = async (): Promise<void> => {
    sums.keep(new Set((await names()).keys()));
  };
  const follower = createFollower("names of segments", { follow, everyMs: LOOK_AGAIN_MS, log });
  registerSegmentMetrics(metrics.registry, sums, () => known);
  const parts: Component[] = [sums, follower, plane.changes(follower.poke)];
  if (config.otlp === null || !roles.has("jobs")) return parts;
  const exporter = createOtlpExporter(config.otlp, {
    ...{ sums, names, instance: hostname(), clock, log, fetch: globalThis.fetch },
  });
  registerOtlpMetrics(metrics.registry, exporter.counters);
  return [...parts, exporter];
}
