import type { Pool } from "pg";
import type { createAccounts } from "./account/accounts.ts";
import { createAuditService } from "./audit/service.ts";
import { createAuditStore } from "./audit/store.ts";
import { createCaptureFiles } from "./captures/files.ts";
import type { CaptureDisk, CaptureLimits } from "./captures/room.ts";
import { type CapturesUnderWay, createCaptureService } from "./captures/service.ts";
import { createCaptureStore } from "./captures/store.ts";
import { partitionedBytes } from "./database/partitions.ts";
import type { Scope } from "./database/scope.ts";
import type { DatabaseLook } from "./database/watch.ts";
import { type DemoService, demoControls } from "./demo/service.ts";
import { createDiscoveryService } from "./discovery/service.ts";
import { createPluginHosts } from "./engines/pluginHosts.ts";
import { rememberEstimates } from "./engines/rememberEstimates.ts";
import { createEngineStore } from "./engines/store.ts";
import { createEventLog } from "./events/eventLog.ts";
import { createMuteStore } from "./events/muteStore.ts";
import { createRecordStore } from "./events/recordStore.ts";
import { createEventService } from "./events/service.ts";
import { createEventStore } from "./events/store.ts";
import { createSampleHold } from "./explore/sampleHold.ts";
import { createExploreService } from "./explore/service.ts";
import { createIncidentService } from "./incidents/service.ts";
import { createIncidentStore } from "./incidents/store.ts";
import { createJobQueue } from "./jobs/queue.ts";
import { createRaisedAlarms } from "./live/raisedAlarms.ts";
import { createChannelStore } from "./notifications/channelStore.ts";
import { createDeliveryStore } from "./notifications/deliveryStore.ts";
import { createMailer } from "./notifications/mailer.ts";
import { createOutbox } from "./notifications/outbox.ts";
import { createSeal } from "./notifications/seal.ts";
import { createNotificationService } from "./notifications/service.ts";
import type { Log } from "./observability/log.ts";
import type { PlaceRun } from "./placements/service.ts";
import type { Plane } from "./plane.ts";
import { runPlan } from "./plans/runPlan.ts";
import { createPlanService } from "./plans/service.ts";
import { createPlanStore } from "./plans/store.ts";
import { createRefitService } from "./refits/service.ts";
import { createReportService } from "./reports/service.ts";
import { createSnapshotters } from "./reports/snapshotters.ts";
import { createReportStore } from "./reports/store.ts";
import { createReviewService } from "./reviews/service.ts";
import { createReviewStore } from "./reviews/store.ts";
import { createSchemaService } from "./schemas/service.ts";
import { createServerService } from "./servers/service.ts";
import { analysisLimits, createParsing, lookLimits, uploadLimits } from "./shared/parsing/parsing.ts";
import type { Clock } from "./shared/service.ts";
import { createStoredNouns } from "./storedNouns.ts";
import { createChunkStore } from "./switches/chunkStore.ts";
import { createSwitchService } from "./switches/service.ts";
import { createSnapshotReader } from "./switches/snapshotReader.ts";
import { createSwitchStore } from "./switches/store.ts";
import type { Status } from "./system/schema.ts";
import { createSystemService } from "./system/service.ts";
import { createSystemStore } from "./system/store.ts";
import { createNodeInventory } from "./telemetry/inventory.ts";
import { createTelemetryService } from "./telemetry/service.ts";
import { createTokenService } from "./tokens/service.ts";
import { createTokenStore } from "./tokens/store.ts";
import { createHistoryStore } from "./twin/historyStore.ts";
import { createTwinNowReceiver } from "./twin/nowRelay.ts";
import { createWorkspacePredictor } from "./twin/predictor.ts";
import { createTwinService } from "./twin/service.ts";
import { createTwinSettings } from "./twin/settings.ts";
import { createTwinStore } from "./twin/store.ts";
import { createUserStore } from "./users/store.ts";
import { createVoidService } from "./voids/service.ts";
import { createVoidStore } from "./voids/store.ts";
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
function createShared(deps: ServiceDeps) {
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
type Shared = ReturnType<typeof createShared>;

/** The services of one workspace. */
function createWorkspaceServices(deps: ServiceDeps, shared: Shared) {
  const { scope, clock, version, plane, pool, demo } = deps;
  const { queue, parsing, raised, twinNow, samples, windows, history, users: _, ...everywhere } = shared;
  const nouns = createStoredNouns(scope, {
    ...{ clock, queue, parsing, analyses: shared.analyses, plugins: shared.plugins },
    runPlace: deps.runPlace,
    onDeployment: plane.changed,
  });
  const { deployments, devices, engines, placements, readProgram, scenarios } = nouns;
  const events = createEventService({
    store: createEventStore(scope),
    mutes: createMuteStore(scope),
    records: createRecordStore(scope),
    log: createEventLog(scope, createOutbox()),
    deployments,
    clock,
  });
  const voids = createVoidService({
    store: createVoidStore(scope, pool),
    ...{ deployments, clock },
    retentionDays: async () => (await createSystemStore({ db: scope.db }).settings()).retentionDays,
  });
  const predictor = createWorkspacePredictor({
    readProgram,
    devices,
    estimates: rememberEstimates(engines, () => clock().getTime()),
  });
  const twin = createTwinService({
    store: windows,
    ...{ deployments, predictor, history, events, readProgram, clock },
    hub: plane.hub,
    alarmRaised: raised.raised,
    settings: createTwinSettings(scope),
    now: twinNow.now,
    onSettings: () => plane.changed(""),
  });
  const chunks = createChunkStore(scope);
  const captures = createCaptureService({
    store: createCaptureStore(scope, pool),
    files: createCaptureFiles(deps.captures.dir),
    limits: deps.captures.limits,
    disk: deps.disk,
    deployments,
    exporters: () => plane.telemetry.settings.current().exporters,
    bus: plane.own,
    clock,
    log: deps.log,
    underWay: shared.capturesUnderWay,
  });
  const switches = createSwitchService({
    ...{ store: createSwitchStore(scope), chunks, reader: createSnapshotReader(chunks) },
    ...{ programs: nouns.programs, devices, seal: shared.seal, clock },
    ...{ looking: shared.looking, analyses: shared.analyses },
  });
  return {
    ...everywhere,
    ...nouns,
    captures,
    discovery: createDiscoveryService({
      ...{ telemetry: shared.telemetry, inventory: shared.inventory, captures, deployments },
      ...{ chains: nouns.chains, topologies: nouns.topologies },
    }),
    explore: createExploreService({
      ...{ samples, windows, deployments, inventory: shared.inventory, telemetry: shared.telemetry },
    }),
    demo: demoControls(demo),
    events,
    notifications: createNotificationService({
      channels: createChannelStore(scope),
      deliveries: createDeliveryStore(scope),
      seal: shared.seal,
      mailer: shared.mailer,
      hosts: createEngineStore(scope).hosts,
      baseUrl: deps.baseUrl,
      clock,
    }),
    plans: createPlanService({ store: createPlanStore(scope), queue, engines, runPlan }),
    predictor,
    refits: createRefitService({ store: windows, deployments, devices, predictor, parsing }),
    reports: createReportService({
      store: createReportStore(scope),
      snapshotters: createSnapshotters({
        placements,
        scenarios,
        deployments,
        observeTwin: (id, from, to) => twin.observe(id, from, to),
        voids,
      }),
      clock,
      product: `P4Twin ${version}`,
    }),
    reviews: createReviewService({
      store: createReviewStore(scope),
      ...{ programs: nouns.programs, switches, devices, captures, analyses: shared.analyses, clock },
    }),
    servers: createServerService({ analyses: shared.analyses }),
    switches,
    twin,
    voids,
    workspaceId: scope.workspaceId,
  };
}
export type WorkspaceServices = ReturnType<typeof createWorkspaceServices>;

/**
 * What the product does, apart from accounts and alarms: the services of the first workspace, and with `inWorkspace`
 * those of another one, made when they are first asked for (`workspaces/service.ts` bounds how many workspaces there
 * are).
 */
export function createServices(deps: ServiceDeps) {
  const { scope } = deps;
  const shared = createShared(deps);
  const home = createWorkspaceServices(deps, shared);
  const made = new Map([[scope.workspaceId, home]]);
  const inWorkspace = (workspaceId: string): WorkspaceServices => {
    const services =
      made.get(workspaceId) ??
      createWorkspaceServices({ ...deps, scope: { db: scope.db, workspaceId } }, shared);
    made.set(workspaceId, services);
    return services;
  };
  const { parsing, analyses, looking, plugins, queue, users, raised, twinNow, samples, history } = shared;
  return {
    ...home,
    inWorkspace,
    queue,
    /** Is the alarm of a segment up? A second behind at most. */
    raised: raised.raised,
    history,
    /** accounts, for who signs people in */
    accounts: users,
    /** what pages read of alarms and models, kept in step */
    components: [raised, twinNow, samples],
    /** Starts what the first upload would otherwise wait for. */
    warmUp() {
      parsing.warmUp();
      analyses.warmUp();
    },
    /** Ends the processes and interpreters that are kept ready. */
    stop() {
      parsing.stop();
      analyses.stop();
      looking.stop();
      plugins.stop();
    },
  };
}
export type CoreServices = ReturnType<typeof createServices>;

export type Services = WorkspaceServices & ReturnType<typeof createAccounts>;
/** Adds what is done for people and how they sign in. */
export function withAccounts(core: CoreServices, accounts: ReturnType<typeof createAccounts>) {
  const made = new Map<string, Services>();
  const inWorkspace = (workspaceId: string): Services => {
    const services = made.get(workspaceId) ?? { ...core.inWorkspace(workspaceId), ...accounts };
    made.set(workspaceId, services);
    return services;
  };
  return { ...core, ...accounts, inWorkspace };
}
export type InstallationServices = ReturnType<typeof withAccounts>;
