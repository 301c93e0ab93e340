// The server with some roles, composed from below: database, telemetry plane, what is stored, who judges, what people
// speak to. What a role does not need is not loaded. Components start in this order; the lifecycle stops them in
// reverse.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Component } from "./components.ts";
import { repositoryRoot } from "./config.ts";
import { POOL_SIZES } from "./database/connections.ts";
import { createHousekeeping, defaultHousekeepingConfig } from "./database/housekeeping.ts";
import { openDatabase } from "./database/open.ts";
import { createPartitionKeeper, defaultPartitionKeeperConfig } from "./database/partitions.ts";
import { createDatabaseWatch } from "./database/watch.ts";
import { listDeployments } from "./deployments/store.ts";
import { createDiskGuard, defaultDiskGuardConfig } from "./disk/guard.ts";
import type { ReadinessCheck } from "./http/health.ts";
import { untilReady } from "./http/untilReady.ts";
import { createMetrics } from "./observability/metrics.ts";
import { createPlane } from "./plane.ts";
import { registerPlaneMetrics } from "./planeMetrics.ts";
import type { ProcessRole } from "./roles.ts";
import { retention } from "./system/retention.ts";
import { createSystemStore } from "./system/store.ts";
import type { ServerStart } from "./upper.ts";

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")));
const clock = (): Date => new Date();

/** Resolves when everything works, with the address to open and, when one is due, the owner's one-time link. */
export async function startServer(given: ServerStart): Promise<{ url: string; link: string | null }> {
  const { config, roles, over, log, lifecycle, databaseUrl, databaseKind } = given;
  const is = (role: ProcessRole): boolean => roles.has(role);
  const startAll = async (components: readonly Component[]): Promise<void> => {
    for (const component of components) await lifecycle.start(component);
  };
  const isSupervised = "local" in over;
  const poolSize = Math.max(...[...roles].map((role) => POOL_SIZES[role]));
  const { db, pool } = await openDatabase({ databaseUrl, poolSize, root: repositoryRoot, log, lifecycle });
  const watch = createDatabaseWatch(databaseUrl);
  const metrics = createMetrics({ databaseAnswers: watch.answers });
  const disk = createDiskGuard(
    { ...defaultDiskGuardConfig, dir: config.dataDir, keepsReserve: false },
    { log },
  );
  await startAll([...(is("http") || is("jobs") || !isSupervised ? [watch] : []), disk]);

  const takesWindows = (): boolean => disk.allows("windows");
  const plane = createPlane(
    {
      ...{ intHost: config.intHost, intPorts: config.intPorts, intInterface: config.intInterface },
      ...{ roles, over, tookOver: given.tookOver },
      // pages that replay captures make windows too, and wait with them in a place of their own
      spoolDir: join(config.dataDir, isSupervised && !is("collector") ? "spool-of-captures" : "spool"),
    },
    {
      ...{ db, pool, clock, log, deployments: () => listDeployments({ db, workspaceId: null }) },
      disk: {
        mayWrite: takesWindows,
        // the embedded database is on the same disk
        mayDeliver: databaseKind === "embedded" ? takesWindows : () => true,
        report: disk.report,
      },
    },
  );
  registerPlaneMetrics(metrics.registry, { plane, isSupervised, disk: disk.state, clock });
  const retentionDays = () => retention(createSystemStore({ db }));
  const keeper = createPartitionKeeper(defaultPartitionKeeperConfig, { pool, clock, log, retentionDays });
  const housekeeping = createHousekeeping(defaultHousekeepingConfig, { pool, clock, log });
  await startAll([...(is("writer") ? [keeper] : []), ...(is("jobs") ? [housekeeping] : [])]);

  const upper =
    is("http") || is("jobs")
      ? await (await import("./upper.ts")).composeUpper({
          ...given,
          ...{ db, pool, clock, plane, watch, disk, metrics, version },
        })
      : null;
  await startAll([...plane.takes, ...(upper?.before ?? []), ...plane.makes, ...(upper?.after ?? [])]);

  const checks: ReadinessCheck[] = [
    // a collector alone goes on without it: its windows wait
    ...(roles.size === 1 && is("collector") ? [] : [{ name: "database", ready: watch.answers }]),
    ...((is("http") && isSupervised) || is("collector")
      ? [{ name: "collector", ready: plane.listening }]
      : []),
    ...(is("writer") && !is("http") ? [{ name: "nats", ready: plane.link.connected }] : []),
  ];
  const link = (await upper?.front(checks)) ?? null;
  // the collector, a process of its own, says once a second that it is there
  if (is("http") && isSupervised) await untilReady(checks, lifecycle.stopping);
  if (!is("http") && !isSupervised) {
    const { createHealthServer } = await import("./http/healthServer.ts");
    const { host, port, metrics: access } = config;
    await lifecycle.start(createHealthServer({ host, port, access }, { metrics, checks }));
  }
  return { url: config.baseUrl, link };
}
