import type { Pool } from "pg";
import { seedDemo } from "../../../prisma/seed/demo.ts";
import { createAccounts } from "./account/accounts.ts";
import type { Component, Lifecycle } from "./components.ts";
import type { Config } from "./config.ts";
import type { Db } from "./database/client.ts";
import type { DatabaseWatch } from "./database/watch.ts";
import { renewDemo } from "./demo/renew.ts";
import type { DemoService } from "./demo/service.ts";
import { createDemoThresholds } from "./demo/thresholds.ts";
import { listDeployments } from "./deployments/store.ts";
import { authFor, originsOf, ownerLink } from "./firstSignIn.ts";
import type { ReadinessCheck } from "./http/health.ts";
import { createHttp } from "./http/server.ts";
import type { Log } from "./observability/log.ts";
import type { Metrics } from "./observability/metrics.ts";
import { LOOK_AGAIN_MS, type Plane } from "./plane.ts";
import { type CoreServices, withAccounts } from "./services.ts";
import { exclusively } from "./shared/exclusively.ts";
import type { Clock } from "./shared/service.ts";

type Given = {
  config: Config;
  db: Db;
  pool: Pool;
  clock: Clock;
  log: Log;
  plane: Plane;
  watch: DatabaseWatch;
  metrics: Metrics;
  lifecycle: Lifecycle;
  services: CoreServices;
  demo: DemoService | null;
  version: string;
  askedForLink: boolean;
  firstStartLock: number;
};

/** What people and programs speak to: accounts, API, live streams, pages. */
export async function composeFront(given: Given) {
  const { config, db, pool, clock, log, plane, watch, metrics, lifecycle, demo } = given;
  const auth = await authFor(config, db, log);
  const { accounts: store, tokens, mailer, workspaces, system } = given.services;
  const accounts = createAccounts({ db, auth, clock, log }, { store, tokens, mailer, workspaces, system });
  const services = withAccounts(given.services, accounts);

  /** On the first start of all: the owner, and the demo in an empty database. */
  const firstStart: Component = {
    name: "first start",
    async start() {
      const { isNew, owner } = await exclusively(pool, given.firstStartLock, async () => ({
        isNew: (await db.user.count()) === 0,
        owner: await services.users.ensureOwner(),
      }));
      if (!config.demo) return;
      // half a demo is better than no server
      await (isNew ? seedDemo(services, owner.id) : renewDemo(services.deployments)).catch((error: unknown) =>
        log.error({ error }, "the demo is not complete"),
      );
    },
    stop: async () => {},
  };
  const deployments = () => listDeployments({ db, workspaceId: null });
  const thresholds = demo && createDemoThresholds(demo, { deployments, everyMs: LOOK_AGAIN_MS, log });
  const children: Component = {
    name: "children",
    start: async () => services.warmUp(),
    stop: async () => services.stop(),
  };
  return {
    before: [...services.components, firstStart],
    after: demo && thresholds ? [demo, thresholds, plane.changes(thresholds.poke)] : [],
    async start(checks: readonly ReadinessCheck[]): Promise<string | null> {
      const { host, port, baseUrl, webPort, trustedProxies } = config;
      const settings = { host, port, baseUrl, webPort, trustedProxies, metrics: config.metrics };
      const http = createHttp(
        { ...settings, version: given.version, origins: originsOf(config) },
        { services, database: watch, auth, metrics, log, checks },
      );
      for (const component of [services.captures.component, children, http]) await lifecycle.start(component);
      return ownerLink(db, services.users, given.askedForLink);
    },
  };
}
