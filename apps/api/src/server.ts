// The server with some roles: composition root. Starts components in order; the lifecycle stops them in reverse.
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { seedDemo } from "../../../prisma/seed/demo.ts";
import { createSessionStore } from "./account/sessionStore.ts";
import { createAuth } from "./auth/auth.ts";
import { loadSecret } from "./auth/secret.ts";
import type { LocalLink } from "./bus/local/localLink.ts";
import { registerBusMetrics } from "./bus/metrics.ts";
import type { Lifecycle } from "./components.ts";
import { type Config, repositoryRoot } from "./config.ts";
import { createDatabaseClient, type Db } from "./database/client.ts";
import { ensureDefaultWorkspace } from "./database/defaultWorkspace.ts";
import { createHousekeeping, defaultHousekeepingConfig } from "./database/housekeeping.ts";
import { migrate, readMigrations } from "./database/migrate.ts";
import { createPartitionKeeper, defaultPartitionKeeperConfig } from "./database/partitions.ts";
import { createDatabaseProbe } from "./database/probe.ts";
import { useTimescale } from "./database/timescale.ts";
import { createDiskGuard, defaultDiskGuardConfig } from "./disk/guard.ts";
import { registerDiskMetrics } from "./disk/metrics.ts";
import { noteOwnerSignIn, ownerLink } from "./firstSignIn.ts";
import type { ReadinessCheck } from "./http/health.ts";
import { createHealthServer } from "./http/healthServer.ts";
import { createHttp } from "./http/server.ts";
import { createDatabaseWatch } from "./incidents/databaseWatch.ts";
import { createIncidents } from "./incidents/incidents.ts";
import { createIngest } from "./ingest.ts";
import { createJobRunner, defaultRunnerConfig } from "./jobs/runner.ts";
import { createDispatcher, defaultDispatcherConfig } from "./notifications/dispatcher.ts";
import { registerAlertMetrics } from "./notifications/metrics.ts";
import type { Log } from "./observability/log.ts";
import { createMetrics } from "./observability/metrics.ts";
import { runPlace } from "./placements/runPlace.ts";
import type { ProcessRole } from "./roles.ts";
import { createServices } from "./services.ts";
import { exclusively } from "./shared/exclusively.ts";
import { registerTelemetryMetrics } from "./telemetry/metrics.ts";
import { createTelemetryService } from "./telemetry/service.ts";
import { createTokenService } from "./tokens/service.ts";
import { createTokenStore } from "./tokens/store.ts";
import { untilReachable } from "./untilReachable.ts";
import { createUserService } from "./users/service.ts";
import { createUserStore } from "./users/store.ts";

// any number that nothing else in this database locks
const FIRST_START_LOCK = 5_032_767;
/** Connections of Prisma and of COPY, each, by what the process does (our choice); together below those of the embedded PostgreSQL. */
const POOL_SIZES: Record<ProcessRole, number> = { http: 10, collector: 3, writer: 4, jobs: 6 };

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")));
const clock = (): Date => new Date();

/** The addresses at which this server is opened besides BASE_URL: on this machine, and those that are set. */
const originsOf = ({ port, origins }: Config): string[] => [
  `http://localhost:${port}`,
  `http://127.0.0.1:${port}`,
  ...origins,
];

const authFor = async (config: Config, db: Db, log: Log) =>
  createAuth(
    {
      baseUrl: config.baseUrl,
      secret: config.authSecret ?? (await loadSecret(config.dataDir)),
      trustedOrigins: [config.baseUrl, ...originsOf(config)],
      oidc: config.oidc,
    },
    { db, log, onSignIn: (userId) => noteOwnerSignIn(db, userId, clock()) },
  );

/** A new one-time link for the owner, made beside a server that runs. */
export async function newOwnerLink(config: Config, databaseUrl: string, log: Log): Promise<string | null> {
  const client = createDatabaseClient(databaseUrl, 2);
  try {
    const auth = await authFor(config, client.db, log);
    const { db } = client;
    const [store, sessions] = [createUserStore({ db }), createSessionStore({ db })];
    const tokens = createTokenService({ store: createTokenStore({ db }), actorOf: store.actor, clock });
    const users = createUserService({ store, sessions, auth, tokens, clock, onChange: () => {} });
    return await ownerLink(client.db, users, true);
  } finally {
    await client.close();
  }
}

export type ServerStart = {
  config: Config;
  roles: ReadonlySet<ProcessRole>;
  databaseUrl: string;
  databaseKind: "embedded" | "external";
  /** how the other processes are reached: over the supervisor, or over NATS */
  over: { local: LocalLink } | { nats: { url: string; replicas: number } };
  askedForLink: boolean;
  /** the process before it in its data directory was ended without being asked to; a supervisor knows that of its parts */
  tookOver: boolean;
  log: Log;
  lifecycle: Lifecycle;
};

/** Resolves when everything works, with the address to open and, when one is due, the owner's one-time link. */
export async function startServer(given: ServerStart): Promise<{ url: string; link: string | null }> {
  const { config, roles, over, log, lifecycle } = given;
  const isSupervised = "local" in over;
  const probe = createDatabaseProbe(given.databaseUrl);
  const metrics = createMetrics({ databaseAnswers: probe.answers });
  const poolSize = Math.max(...[...roles].map((role) => POOL_SIZES[role]));
  const client = createDatabaseClient(given.databaseUrl, poolSize);
  const { db, pool } = client;
  await lifecycle.start({ name: "database client", start: async () => {}, stop: client.close });
  // processes start in any order, also before their database
  await untilReachable(() => pool.query("SELECT 1"), {
    signal: lifecycle.stopping,
    notice: (reason) => log.warn({ reason }, "PostgreSQL cannot be reached; tried again until it can"),
  });
  const applied = await migrate(pool, await readMigrations(join(repositoryRoot, "prisma", "migrations")));
  if (applied.length > 0) log.info({ applied }, "migrated");
  await useTimescale(pool, log);

  const disk = createDiskGuard(
    { ...defaultDiskGuardConfig, dir: config.dataDir, keepsReserve: false },
    { log },
  );
  await lifecycle.start(disk);
  const takesWindows = (): boolean => disk.allows("windows");
  const workspace = await exclusively(pool, FIRST_START_LOCK, () => ensureDefaultWorkspace(db));
  const scope = { db, workspaceId: workspace.id };
  const auth = await authFor(config, db, log);
  // what pages show of the database, and what is judged, is found aside: neither waits for it
  const databaseWatch = createDatabaseWatch(given.databaseUrl);
  if (roles.has("http") || roles.has("jobs")) await lifecycle.start(databaseWatch);
  const ingest = createIngest(
    {
      intHost: config.intHost,
      intPorts: config.intPorts,
      roles,
      demo: config.demo,
      // pages that replay captures make windows too, and wait with them in a place of their own
      spoolDir: join(config.dataDir, isSupervised && !roles.has("collector") ? "spool-of-captures" : "spool"),
      over,
      tookOver: given.tookOver,
    },
    {
      ...{ scope, pool, clock, log },
      disk: {
        mayWrite: takesWindows,
        // the embedded database is on the same disk
        mayDeliver: given.databaseKind === "embedded" ? takesWindows : () => true,
        report: disk.report,
      },
    },
  );
  const services = createServices({
    scope,
    auth,
    clock,
    version,
    databaseKind: given.databaseKind,
    databaseLook: databaseWatch.look,
    runPlace,
    captures: { dir: join(config.dataDir, "captures"), limits: config.captures },
    disk,
    log,
    ingest,
  });
  if (!isSupervised || roles.has("http"))
    registerDiskMetrics(
      metrics.registry,
      disk.state,
      isSupervised ? ingest.telemetry.writer : ingest.own.writer,
    );
  // behind a broker each process tells its own counters; on one machine the pages tell those of all
  if (isSupervised ? roles.has("http") : roles.has("collector"))
    registerTelemetryMetrics(
      metrics.registry,
      createTelemetryService({ ...ingest.telemetry, ...(isSupervised ? {} : ingest.own), clock }),
    );
  if (!isSupervised)
    registerBusMetrics(metrics.registry, { link: ingest.own.link, writer: ingest.own.streamWriter });
  if (roles.has("writer"))
    await lifecycle.start(
      createPartitionKeeper(defaultPartitionKeeperConfig, {
        pool,
        clock,
        log,
        retentionDays: services.system.retention,
      }),
    );
  if (roles.has("jobs"))
    await lifecycle.start(createHousekeeping(defaultHousekeepingConfig, { pool, clock, log }));

  const owner = await exclusively(pool, FIRST_START_LOCK, () => services.users.ensureOwner());
  if (workspace.isNew && config.demo) {
    // half a demo is better than no server
    await seedDemo(services, owner.id).catch((error: unknown) =>
      log.error({ error }, "the demo is not complete"),
    );
  }

  for (const component of ingest.components) await lifecycle.start(component);

  if (roles.has("jobs")) {
    const worker = `${process.pid}@${hostname()}`;
    const { handlers } = services.everywhere;
    await lifecycle.start(
      createJobRunner(defaultRunnerConfig, { queue: services.queue, handlers, log, worker }),
    );
    const { deliveries, sendDue: send } = services.everywhere;
    const dispatcher = createDispatcher(defaultDispatcherConfig, {
      deliveries,
      send,
      clock,
      random: Math.random,
      log,
    });
    await lifecycle.start(dispatcher);
    const { look } = databaseWatch;
    for (const component of createIncidents({
      scope,
      ingest,
      services,
      database: look,
      disk: disk.state,
      roles,
      clock,
      log,
    }))
      await lifecycle.start(component);
    registerAlertMetrics(metrics.registry, {
      events: ingest.eventCounters,
      tries: dispatcher.counters,
      waiting: dispatcher.waiting,
    });
  }
  const { host, port, baseUrl, webPort } = config;
  if (roles.has("http") || !isSupervised) await lifecycle.start(probe);
  if (roles.has("http")) {
    const checks: ReadinessCheck[] = [
      { name: "database", ready: probe.answers },
      ...(isSupervised || roles.has("collector") ? [{ name: "collector", ready: ingest.listening }] : []),
    ];
    await lifecycle.start(services.captures.component);
    services.warmUp();
    await lifecycle.start({ name: "threads", start: async () => {}, stop: async () => services.stop() });
    await lifecycle.start(
      createHttp(
        {
          ...{ host, port, baseUrl, webPort, version, origins: originsOf(config) },
          trustedProxies: config.trustedProxies,
          metrics: config.metrics,
        },
        { services, database: probe, auth, metrics, log, checks },
      ),
    );
    return { url: baseUrl, link: await ownerLink(db, services.users, given.askedForLink) };
  }
  if (!isSupervised) {
    const checks: ReadinessCheck[] = [
      // a collector alone goes on without it: its windows wait
      ...(roles.size === 1 && roles.has("collector") ? [] : [{ name: "database", ready: probe.answers }]),
      ...(roles.has("collector") ? [{ name: "collector", ready: ingest.listening }] : []),
      ...(roles.has("writer") ? [{ name: "nats", ready: () => ingest.own.link.connected() }] : []),
    ];
    await lifecycle.start(createHealthServer({ host, port, access: config.metrics }, { metrics, checks }));
  }
  return { url: baseUrl, link: null };
}
