import type { Pool } from "pg";
import { createAuditService } from "./audit/service.ts";
import { createAuditStore } from "./audit/store.ts";
import type { CaptureDisk, CaptureLimits } from "./captures/room.ts";
import type { CapturesUnderWay } from "./captures/runs.ts";
import { partitionedBytes } from "./database/partitions.ts";
import type { Scope } from "./database/scope.ts";
import type { DatabaseLook } from "./database/watch.ts";
import type { DemoService } from "./demo/service.ts";
import { createPluginHosts } from "./engines/pluginHosts.ts";
import { createEngineStore } from "./engines/store.ts";
import { createSampleHold } from "./explore/sampleHold.ts";
import { createIncidentService } from "./incidents/service.ts";
import { createIncidentStore } from "./incidents/store.ts";
import { createJobQueue } from "./jobs/queue.ts";
import { createRaisedAlarms } from "./live/raisedAlarms.ts";
import { createChannelStore } from "./notifications/channelStore.ts";
import { createMailer } from "./notifications/mailer.ts";
import { createSeal } from "./notifications/seal.ts";
import type { Log } from "./observability/log.ts";
import type { PlaceRun } from "./placements/service.ts";
import type { Plane } from "./plane.ts";
import { createSchemaService } from "./schemas/service.ts";
import { analysisLimits, createParsing, lookLimits, uploadLimits } from "./shared/parsing/parsing.ts";
import type { Clock } from "./shared/service.ts";
import type { Status } from "./system/schema.ts";
import { createSystemService } from "./system/service.ts";
import { createSystemStore } from "./system/store.ts";
import { createNodeInventory } from "./telemetry/inventory.ts";
import { createTelemetryService } from "./telemetry/service.ts";
import { createTokenService } from "./tokens/service.ts";
import { createTokenStore } from "./tokens/store.ts";
import { createHistoryStore } from "./twin/historyStore.ts";
import { createTwinNowReceiver } from "./twin/nowRelay.ts";
import { createTwinStore } from "./twin/store.ts";
import { createUserStore } from "./users/store.ts";
import { createWorkspaceService } from "./workspaces/service.ts";
import { createWorkspaceStore } from "./workspaces/store.ts";

export type ServiceDeps = {
  scope: Scope;
  pool: Pool;
  clock: Clock;
  log: Log;
  version: string;
  databaseKind: Status["database"]["kind"];
  /** what the database was found to be last; null before the first look */
  databaseLook(): DatabaseLook | null;
  runPlace: PlaceRun;
  /** where uploaded captures are kept, and how much of them */
  captures: { dir: string; limits: CaptureLimits };
  /** file of kept reports between two runs; null: they end with the process */
  keptReports: string | null;
  /** what the disk of the data directory allows; absent: everything */
  disk?: CaptureDisk | undefined;
  /** seals what notifications need to know and nobody may read */
  secret: string;
  /** address of the pages, for links in messages */
  baseUrl: string;
  plane: Plane;
  /** the emulated switches; null where they do not run */
  demo: DemoService | null;
};

/** What the workspaces of an installation share. */
export function createInstallationWide(deps: ServiceDeps) {
  const { scope, pool, clock, version, plane, databaseKind, databaseLook, log } = deps;
  const { db } = scope;
  const seal = createSeal(deps.secret);
  // one mail server for the installation
  const mailer = createMailer({ mailServer: createChannelStore(scope).mailServer, seal });
  const systemStore = createSystemStore({ db });
  const inventory = createNodeInventory({ db });
  const { hosts } = createEngineStore(scope);
  const userStore = createUserStore({ db });
  const tokens = createTokenService({ store: createTokenStore({ db }), actorOf: userStore.actor, clock });
  return {
    queue: createJobQueue(db),
    users: userStore,
    // who judges alarms and models is another process
    raised: createRaisedAlarms(pool),
    twinNow: createTwinNowReceiver(plane.link),
    samples: createSampleHold({ link: plane.link, file: deps.keptReports, log }),
    windows: createTwinStore(pool),
    history: createHistoryStore(pool),
    // children are bounded for the machine, not for each workspace
    parsing: createParsing(uploadLimits),
    analyses: createParsing(analysisLimits),
    looking: createParsing(lookLimits),
    plugins: createPluginHosts({ hosts }),
    capturesUnderWay: { uploads: new Map(), runs: new Map() } satisfies CapturesUnderWay,
    audit: createAuditService({
      store: createAuditStore({ db }),
      db,
      clock,
      log,
      retentionDays: async () => (await systemStore.settings()).auditRetentionDays,
    }),
    incidents: createIncidentService({
      store: createIncidentStore({ db }),
      heard: () => plane.telemetry.processes().flatMap((s) => s.incidents),
    }),
    schemas: createSchemaService(),
    system: createSystemService({
      ...{ store: systemStore, clock, version, databaseKind },
      windowBytes: () => partitionedBytes(pool),
      statements: plane.telemetry.processes,
      supervision: plane.telemetry.supervision,
      brokerConnected: plane.brokerConnected,
      database: databaseLook,
      disk: () => deps.disk?.state() ?? null,
    }),
    telemetry: createTelemetryService({ ...plane.telemetry, clock }),
    inventory,
    seal,
    mailer,
    tokens,
    workspaces: createWorkspaceService({
      store: createWorkspaceStore(db),
      clock,
      onMember: tokens.forgetUser,
      onChange: () => {
        tokens.forgetAll();
        plane.changed("");
      },
    }),
  };
}
export type InstallationWide = ReturnType<typeof createInstallationWide>;
