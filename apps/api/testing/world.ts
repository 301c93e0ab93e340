import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { createAccounts } from "../src/account/accounts.ts";
import type { Person } from "../src/auth/actor.ts";
import { createAuth } from "../src/auth/auth.ts";
import type { OidcConfig } from "../src/auth/oidc.ts";
import type { UserRole } from "../src/auth/roles.ts";
import { createLifecycle } from "../src/components.ts";
import { ensureDefaultWorkspace } from "../src/database/defaultWorkspace.ts";
import type { DatabaseWatch } from "../src/database/watch.ts";
import { createDemo } from "../src/demo/service.ts";
import { createDemoThresholds } from "../src/demo/thresholds.ts";
import { listDeployments } from "../src/deployments/store.ts";
import { noteOwnerSignIn } from "../src/firstSignIn.ts";
import { buildHttp, type HttpConfig } from "../src/http/server.ts";
import type { ServiceDeps } from "../src/installationWide.ts";
import { createAlarmJudges } from "../src/judges.ts";
import { createLog } from "../src/observability/log.ts";
import { createMetrics } from "../src/observability/metrics.ts";
import { runPlace } from "../src/placements/runPlace.ts";
import { createPlane, type PlaneConfig } from "../src/plane.ts";
import { processRoles } from "../src/roles.ts";
import { createCaller } from "../src/router.ts";
import { createServices, withAccounts } from "../src/services.ts";
import { createLimiter } from "../src/shared/limiter.ts";
import { enter } from "../src/workspaces/enter.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { createLoopbackLink } from "./loopbackLink.ts";

const inADay = (): Date => new Date(Date.now() + 24 * 3_600_000);

export const BASE_URL = "http://127.0.0.1:3000";

/** For tests that are not about a database that hangs. */
const reachable: Pick<DatabaseWatch, "answers" | "whileAnswering"> = {
  answers: () => true,
  whileAnswering: (work) => work(),
};

/**
 * The server without its HTTP socket: real database, real services, a clock that the test moves. `live`: with
 * collector, writer and the emulated switches of the demo, on real sockets and the real clock; `demo: false`: without
 * those switches, a process that sends thousands of reports a second.
 */
export async function createWorld({
  webPort = null,
  live = false,
  demo: hasDemo = live,
  oidc = null,
  baseUrl = BASE_URL,
  database: given,
  disk,
  among = null,
}: {
  webPort?: number | null;
  live?: boolean;
  demo?: boolean;
  oidc?: OidcConfig | null;
  baseUrl?: string;
  /** a database of the test's own; the usual one otherwise */
  database?: TestDatabase;
  disk?: ServiceDeps["disk"];
  /** one process among several on the real clock, over a broker */
  among?: Pick<PlaneConfig, "roles" | "over"> | null;
} = {}) {
  const database = given ?? (await createTestDatabase());
  const { db } = database;
  const time = { now: new Date("2026-01-01T00:00:00.000Z") };
  const clock = (): Date => (live || among ? new Date() : time.now);
  const workspace = await ensureDefaultWorkspace(db);
  const log = createLog("silent");
  const secret = "a secret of the tests, long enough to be one";
  const auth = createAuth(
    { baseUrl, secret, trustedOrigins: [baseUrl], oidc },
    { db, log, onSignIn: (userId) => noteOwnerSignIn(db, userId, clock()) },
  );
  const spoolDir = await mkdtemp(join(tmpdir(), "p4twin-world-"));
  const { pool } = database;
  const deployments = () => listDeployments({ db, workspaceId: null });
  const plane = createPlane(
    {
      ...{ intHost: "127.0.0.1", intPorts: [0], spoolDir, tookOver: false },
      ...(among ?? { roles: new Set(processRoles), over: { local: createLoopbackLink() } }),
    },
    { db, pool, clock, log, deployments },
  );
  const demo = hasDemo ? createDemo({ host: "127.0.0.1", intPort: plane.intPort }, { log }) : null;
  const core = createServices({
    ...{ pool, clock, log, plane, demo, disk, runPlace, baseUrl, secret },
    scope: { db, workspaceId: workspace.id },
    version: "0.0.0",
    databaseKind: "embedded",
    databaseLook: () => null,
    captures: { dir: spoolDir, limits: { maxFileBytes: 4e6, maxTotalBytes: 8e6 } },
    keptReports: null,
  });
  const { accounts: store, tokens, mailer, workspaces, system } = core;
  const services = withAccounts(
    core,
    createAccounts({ db, auth, clock, log }, { store, tokens, mailer, workspaces, system }),
  );
  const alarms = createAlarmJudges({ db, pool, clock, log, plane, services });
  const limiter = createLimiter({ uses: 1_000, windowMs: 60_000 });
  const caller = {
    services,
    ip: "127.0.0.1",
    userAgent: null,
    workspaceId: workspace.id,
    limiter,
  };
  const apps: FastifyInstance[] = [];
  const lifecycle = createLifecycle(log);

  const openHttp = async (
    changed: Partial<HttpConfig>,
    watch: typeof reachable,
  ): Promise<FastifyInstance> => {
    const checks = [{ name: "database", ready: watch.answers }];
    const config: HttpConfig = {
      ...{ host: "127.0.0.1", port: 0, baseUrl, webPort, version: "0.0.0" },
      ...{ origins: [], trustedProxies: [], metrics: { open: "loopback", token: null } },
      ...changed,
    };
    const metrics = createMetrics({ databaseAnswers: watch.answers });
    const app = await buildHttp(config, { services, database: watch, auth, metrics, log, checks });
    apps.push(app);
    return app;
  };
  let usualHttp: Promise<FastifyInstance> | null = null;

  return {
    database,
    services,
    plane,
    auth,
    log,
    time,
    /** where spool and captures are kept */
    dataDir: spoolDir,

    /** A user of this role, with the procedures called as that user. */
    async as(role: UserRole) {
      const { user } = await services.users.invite({ email: `${role}@example.org`, name: role, role });
      return this.enter(user.id);
    },

    /** The procedures as called by a person in a workspace, by default the first of theirs. */
    async enter(userId: string, named: string | null = null) {
      const holder = await services.users.holder(userId);
      if (!holder) throw new Error(`no account ${userId}`);
      // a session of its own, as a browser has one: what lasts asks whether it still holds
      const session = await db.session.create({
        data: { id: randomUUID(), token: randomUUID(), userId, method: "link", expiresAt: inADay() },
      });
      const person: Person = { ...holder, via: "session", credentialId: session.id };
      const { actor, workspaceId } = enter(person, { named, chosen: null });
      return createCaller({ ...caller, actor, workspaceId, services: services.inWorkspace(workspaceId) });
    },

    /** The procedures as nobody. */
    anonymous: () => createCaller({ ...caller, actor: null }),

    /**
     * The HTTP front, for `inject` and `listen`: one for the whole world, since its routes and schemas take longer to
     * make than a request; another one for each call with settings of its own (`changed`, `watch`).
     */
    http(changed?: Partial<HttpConfig>, watch = reachable): Promise<FastifyInstance> {
      if (changed) return openHttp(changed, watch);
      usualHttp ??= openHttp({}, reachable);
      return usualHttp;
    },

    /** Starts collector, writer and demo (of a `live` world). */
    async startTelemetry(): Promise<void> {
      const thresholds = demo && createDemoThresholds(demo, { deployments, everyMs: 30_000, log });
      const demoParts = demo && thresholds ? [demo, thresholds, plane.changes(thresholds.poke)] : [];
      const judged = [...plane.takes, ...core.components, alarms.component];
      for (const component of [...judged, ...plane.makes, ...demoParts]) await lifecycle.start(component);
    },
    /** Lets go of the sockets and stores what is under way. */
    stopTelemetry: (): Promise<void> => lifecycle.stop(),

    async dispose(): Promise<void> {
      for (const app of apps) await app.close();
      await lifecycle.stop();
      await database.close();
      await rm(spoolDir, { recursive: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;
