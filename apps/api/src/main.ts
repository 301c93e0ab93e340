// The API server: composition root. Starts components in order, stops them in reverse. `--check` only reads the configuration,
// `--sign-in` prints a new one-time sign-in link for the owner.
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { seedDemo } from "../../../prisma/seed/demo.ts";
import { createAuth } from "./auth/auth.ts";
import { loadSecret } from "./auth/secret.ts";
import { registerBusMetrics } from "./bus/metrics.ts";
import { createLifecycle, type Lifecycle } from "./components.ts";
import { type Config, loadConfig, repositoryRoot } from "./config.ts";
import { createDatabaseClient, type Db } from "./database/client.ts";
import { ensureDefaultWorkspace } from "./database/defaultWorkspace.ts";
import { createEmbeddedPostgres, embeddedUrl } from "./database/embedded/embedded.ts";
import { migrate, readMigrations } from "./database/migrate.ts";
import { createPartitionKeeper, defaultPartitionKeeperConfig } from "./database/partitions.ts";
import { useTimescale } from "./database/timescale.ts";
import { noteOwnerSignIn, ownerLink } from "./firstSignIn.ts";
import type { ReadinessCheck } from "./http/health.ts";
import { createHealthServer } from "./http/healthServer.ts";
import { createHttp } from "./http/server.ts";
import { createIngest } from "./ingest.ts";
import { createJobRunner, defaultRunnerConfig } from "./jobs/runner.ts";
import { DataDirTaken, takeDataDir } from "./lock.ts";
import { createDeliveryStore } from "./notifications/deliveryStore.ts";
import { createDispatcher, defaultDispatcherConfig } from "./notifications/dispatcher.ts";
import { registerAlertMetrics } from "./notifications/metrics.ts";
import { createLog, type Log } from "./observability/log.ts";
import { createMetrics } from "./observability/metrics.ts";
import { runPlace } from "./placements/runPlace.ts";
import { createServices } from "./services.ts";
import { exclusively } from "./shared/exclusively.ts";
import { registerTelemetryMetrics } from "./telemetry/metrics.ts";
import { createTelemetryService } from "./telemetry/service.ts";
import { untilReachable } from "./untilReachable.ts";
import { createUserService } from "./users/service.ts";
import { createUserStore } from "./users/store.ts";

// any number that nothing else in this database locks
const FIRST_START_LOCK = 5_032_767;
const POOL_SIZE = 10;
const MAX_CONNECTIONS = 60;

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")));
const clock = (): Date => new Date();
const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function run(config: Config, askedForLink: boolean): Promise<void> {
  const log = createLog(config.logLevel);
  const lifecycle = createLifecycle(log);

  let ending = false;
  const end = (code: number): void => {
    if (ending) return;
    ending = true;
    void lifecycle.stop().then(() => process.exit(code));
  };
  process.on("SIGINT", () => end(0));
  process.on("SIGTERM", () => end(0));
  // the parent (scripts/start.mjs) is gone, however it ended
  process.on("disconnect", () => end(0));

  try {
    await startAll({ config, askedForLink, log, lifecycle, onLost: () => end(1) });
  } catch (error) {
    // what fails because we are asked to end is no failure
    if (ending) return;
    if (error instanceof DataDirTaken && askedForLink) await printLinkBesides(config, log);
    else process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    end(error instanceof DataDirTaken && askedForLink ? 0 : 1);
  }
}

/** The link, from a second process: the server that has the data directory goes on undisturbed. */
async function printLinkBesides(config: Config, log: Log): Promise<void> {
  const client = createDatabaseClient(config.databaseUrl ?? (await embeddedUrl(config.dataDir)), 2);
  const auth = await authFor(config, client.db, log);
  const users = createUserService({ store: createUserStore({ db: client.db }), auth, clock });
  say(`Open ${await ownerLink(client.db, users, true)} (signs you in, once, within 24 hours)`);
  await client.close();
}

const authFor = async (config: Config, db: Db, log: Log) =>
  createAuth(
    {
      baseUrl: config.baseUrl,
      secret: config.authSecret ?? (await loadSecret(config.dataDir)),
      trustedOrigins: [config.baseUrl, `http://localhost:${config.port}`, `http://127.0.0.1:${config.port}`],
    },
    { db, log, onSignIn: (userId) => noteOwnerSignIn(db, userId, clock()) },
  );

type Start = { config: Config; askedForLink: boolean; log: Log; lifecycle: Lifecycle; onLost(): void };

async function startAll({ config, askedForLink, log, lifecycle, onLost }: Start): Promise<void> {
  const metrics = createMetrics();
  const lock = await takeDataDir(config.dataDir, config.baseUrl);
  await lifecycle.start({ name: "data directory", start: async () => {}, stop: lock.release });

  let databaseUrl = config.databaseUrl;
  if (databaseUrl === null) {
    const postgres = createEmbeddedPostgres(
      { dataDir: config.dataDir, maxConnections: MAX_CONNECTIONS },
      {
        notice: say,
        onLost: (message) => {
          log.fatal(message);
          onLost();
        },
      },
    );
    const start = async (): Promise<void> => {
      databaseUrl = await postgres.start();
    };
    await lifecycle.start({ name: "embedded PostgreSQL", start, stop: () => postgres.stop() });
  }
  const client = createDatabaseClient(databaseUrl ?? "", POOL_SIZE);
  const { db, pool } = client;
  await lifecycle.start({ name: "database client", start: async () => {}, stop: client.close });
  // several processes start in any order, also before their database; one alone says at once what is wrong
  if (config.nats)
    await untilReachable(() => pool.query("SELECT 1"), {
      signal: lifecycle.stopping,
      notice: (reason) => log.warn({ reason }, "PostgreSQL cannot be reached; tried again until it can"),
    });
  const applied = await migrate(pool, await readMigrations(join(repositoryRoot, "prisma", "migrations")));
  if (applied.length > 0) log.info({ applied }, "migrated");
  await useTimescale(pool, log);

  const workspace = await exclusively(pool, FIRST_START_LOCK, () => ensureDefaultWorkspace(db));
  const scope = { db, workspaceId: workspace.id };
  const auth = await authFor(config, db, log);
  const ingest = createIngest(
    {
      intHost: config.intHost,
      intPorts: config.intPorts,
      roles: config.roles,
      demo: config.demo,
      spoolDir: join(config.dataDir, "spool"),
      nats: config.nats,
    },
    { scope, pool, clock, log },
  );
  const services = createServices({
    scope,
    auth,
    clock,
    version,
    databaseKind: config.databaseUrl === null ? "embedded" : "external",
    runPlace,
    captures: { dir: join(config.dataDir, "captures"), limits: config.captures },
    log,
    ingest,
  });
  ingest.use(services.deployments);
  const { roles } = config;
  // each process tells its own counters: what it has heard of others is theirs to tell
  if (roles.has("collector"))
    registerTelemetryMetrics(
      metrics.registry,
      createTelemetryService({ ...ingest.telemetry, ...ingest.own, clock }),
    );
  if (ingest.own.broker) registerBusMetrics(metrics.registry, ingest.own.broker);
  if (roles.has("writer"))
    await lifecycle.start(
      createPartitionKeeper(defaultPartitionKeeperConfig, {
        pool,
        clock,
        log,
        retentionDays: services.system.retention,
      }),
    );

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
    const handlers = { place: services.placements.handler, plan: services.plans.handler };
    await lifecycle.start(
      createJobRunner(defaultRunnerConfig, { queue: services.queue, handlers, log, worker }),
    );
    const deliveries = createDeliveryStore(scope);
    const send = services.notifications.sendDue;
    const dispatcher = createDispatcher(defaultDispatcherConfig, {
      deliveries,
      send,
      clock,
      random: Math.random,
      log,
    });
    await lifecycle.start(dispatcher);
    registerAlertMetrics(metrics.registry, {
      events: ingest.eventCounters,
      tries: dispatcher.counters,
      waiting: deliveries.waiting,
    });
  }
  const { host, port, baseUrl, webPort } = config;
  const checks: ReadinessCheck[] = [
    // a collector alone goes on without it: its windows wait
    ...(roles.size === 1 && roles.has("collector")
      ? []
      : [{ name: "database", ready: () => services.system.databaseReachable() }]),
    ...(roles.has("collector") ? [{ name: "collector", ready: async () => ingest.listening() }] : []),
    ...(roles.has("writer") && ingest.own.broker
      ? [{ name: "nats", ready: async () => ingest.own.broker?.link.connection() !== null }]
      : []),
  ];
  if (!roles.has("http")) {
    await lifecycle.start(createHealthServer({ host, port }, { metrics, checks }));
    announce({ url: baseUrl, link: null }, `Ready: ${[...roles].join(", ")}; health at ${baseUrl}/readyz`);
    return;
  }
  await lifecycle.start(services.captures.component);
  await lifecycle.start(
    createHttp({ host, port, baseUrl, webPort, version }, { services, auth, metrics, log, checks }),
  );
  const link = await ownerLink(db, services.users, askedForLink);
  announce({ url: baseUrl, link }, `Open ${link ?? baseUrl}`);
}

/** Started by scripts/start.mjs, the parent waits for the pages too and then prints the one line to open. */
function announce(ready: { url: string; link: string | null }, text: string): void {
  if (process.send) process.send({ kind: "ready", ...ready });
  else say(text);
}

try {
  const config = loadConfig();
  if (process.argv.includes("--check")) say("The configuration is valid.");
  else await run(config, process.argv.includes("--sign-in"));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
