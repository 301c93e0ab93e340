import { libraryFunctionTypes } from "@p4twin/models/chain";
import { createAccounts } from "./account/accounts.ts";
import { createAuditService } from "./audit/service.ts";
import { createAuditStore } from "./audit/store.ts";
import type { Auth } from "./auth/auth.ts";
import { createCaptureFiles } from "./captures/files.ts";
import {
  type CaptureDisk,
  type CaptureLimits,
  type CapturesUnderWay,
  createCaptureService,
} from "./captures/service.ts";
import { createCaptureStore } from "./captures/store.ts";
import { createChainService } from "./chains/service.ts";
import { createChainStore } from "./chains/store.ts";
import { partitionedBytes } from "./database/partitions.ts";
import type { Scope } from "./database/scope.ts";
import { createDeploymentService } from "./deployments/service.ts";
import { createDeploymentStore, listDeployments } from "./deployments/store.ts";
import { createDeviceService } from "./devices/service.ts";
import { createDeviceStore } from "./devices/store.ts";
import { builtInEngines } from "./engines/builtIn.ts";
import { isOwnEngine } from "./engines/ownEngines.ts";
import { createPluginHosts } from "./engines/pluginHosts.ts";
import { rememberEstimates } from "./engines/rememberEstimates.ts";
import { createEngineService } from "./engines/service.ts";
import { createEngineStore } from "./engines/store.ts";
import { createEventLog } from "./events/eventLog.ts";
import { createMuteStore } from "./events/muteStore.ts";
import { createRecordStore } from "./events/recordStore.ts";
import { createEventService } from "./events/service.ts";
import { createEventStore } from "./events/store.ts";
import type { DatabaseLook } from "./incidents/databaseWatch.ts";
import { createIncidentService } from "./incidents/service.ts";
import { createIncidentStore } from "./incidents/store.ts";
import type { Ingest } from "./ingest.ts";
import { createJobQueue, type TakenJob } from "./jobs/queue.ts";
import type { JobHandler } from "./jobs/runner.ts";
import { createChannelStore } from "./notifications/channelStore.ts";
import { createDeliveryStore } from "./notifications/deliveryStore.ts";
import { createMailer } from "./notifications/mailer.ts";
import { createOutbox } from "./notifications/outbox.ts";
import { createSeal } from "./notifications/seal.ts";
import { createNotificationService } from "./notifications/service.ts";
import type { Log } from "./observability/log.ts";
import { createPlacementService, type PlaceRun } from "./placements/service.ts";
import { createPlacementStore } from "./placements/store.ts";
import { runPlan } from "./plans/runPlan.ts";
import { createPlanService } from "./plans/service.ts";
import { createPlanStore } from "./plans/store.ts";
import { createAnalyse } from "./programs/analyse.ts";
import { createReadProgram } from "./programs/readProgram.ts";
import { createProgramService } from "./programs/service.ts";
import { createProgramStore } from "./programs/store.ts";
import { createRefitService } from "./refits/service.ts";
import { createReportService } from "./reports/service.ts";
import { createSnapshotters } from "./reports/snapshotters.ts";
import { createReportStore } from "./reports/store.ts";
import { createScenarioService } from "./scenarios/service.ts";
import { createScenarioStore } from "./scenarios/store.ts";
import { createSchemaService } from "./schemas/service.ts";
import { analysisLimits, createParsing, uploadLimits } from "./shared/parsing/parsing.ts";
import type { Clock } from "./shared/service.ts";
import type { Status } from "./system/schema.ts";
import { createSystemService } from "./system/service.ts";
import { createSystemStore } from "./system/store.ts";
import { createTelemetryService } from "./telemetry/service.ts";
import { createTokenService } from "./tokens/service.ts";
import { createTokenStore } from "./tokens/store.ts";
import { createTopologyService } from "./topologies/service.ts";
import { createTopologyStore } from "./topologies/store.ts";
import { createHistoryStore } from "./twin/historyStore.ts";
import { createWorkspacePredictor } from "./twin/predictor.ts";
import { createTwinService } from "./twin/service.ts";
import { createTwinSettings } from "./twin/settings.ts";
import { createTwinStore } from "./twin/store.ts";
import { createUserStore } from "./users/store.ts";
import { createWorkspaceService } from "./workspaces/service.ts";
import { createWorkspaceStore } from "./workspaces/store.ts";
import { createWorkspaceOf } from "./workspaces/workspaceOf.ts";

export type ServiceDeps = {
  scope: Scope;
  auth: Auth;
  clock: Clock;
  version: string;
  databaseKind: Status["database"]["kind"];
  runPlace: PlaceRun;
  /** where uploaded captures are kept, and how much of them */
  captures: { dir: string; limits: CaptureLimits };
  /** what the disk of the data directory allows; absent: everything */
  disk?: CaptureDisk;
  log: Log;
  /** what the database was found to be last; null before the first look */
  databaseLook(): DatabaseLook | null;
  /** the telemetry side of this process */
  ingest: Ingest;
};

/** What the workspaces of an installation share. */
function createShared(deps: ServiceDeps) {
  const { scope, auth, clock, version, ingest, databaseKind, databaseLook, log } = deps;
  const { db } = scope;
  const seal = createSeal(auth.secret);
  // one mail server for the installation
  const mailer = createMailer({ mailServer: createChannelStore(scope).mailServer, seal });
  const systemStore = createSystemStore({ db });
  const { hosts } = createEngineStore(scope);
  const userStore = createUserStore({ db });
  const tokens = createTokenService({ store: createTokenStore({ db }), actorOf: userStore.actor, clock });
  return {
    queue: createJobQueue(db),
    // threads and children are bounded for the machine, not for each workspace
    parsing: createParsing(uploadLimits),
    analyses: createParsing(analysisLimits),
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
      heard: () => ingest.telemetry.processes().flatMap((s) => s.incidents),
    }),
    schemas: createSchemaService(),
    system: createSystemService({
      ...{ store: systemStore, clock, version, databaseKind },
      windowBytes: () => partitionedBytes(ingest.pool),
      statements: ingest.telemetry.processes,
      supervision: ingest.telemetry.supervision,
      brokerConnected: ingest.brokerConnected,
      database: databaseLook,
      disk: () => deps.disk?.state() ?? null,
    }),
    telemetry: createTelemetryService({ ...ingest.telemetry, clock }),
    seal,
    mailer,
    tokens,
    ...createAccounts({ db, auth, clock, log }, { store: userStore, tokens, mailer }),
    workspaces: createWorkspaceService({
      store: createWorkspaceStore(db),
      clock,
      onMember: tokens.forgetUser,
      onChange: () => ingest.deploymentsChanged(""),
    }),
  };
}
type Shared = ReturnType<typeof createShared>;

/** The services of one workspace, wired by hand. */
function createWorkspaceServices(deps: ServiceDeps, shared: Shared) {
  const { scope, auth, clock, version, ingest } = deps;
  const { queue, parsing, analyses } = shared;
  const devices = createDeviceService({ store: createDeviceStore(scope), clock, parsing });
  const engineStore = createEngineStore(scope);
  const engines = createEngineService({
    registry: builtInEngines(),
    devices,
    store: engineStore,
    plugins: shared.plugins,
    clock,
    parsing,
    // programs are estimated by engines, and engines tried on programs: this one is called when both are there
    readProgram: (ref) => readProgram(ref),
  });
  const topologies = createTopologyService({ store: createTopologyStore(scope), clock, parsing });
  const chains = createChainService({
    store: createChainStore(scope),
    clock,
    parsing,
    libraryTypes: libraryFunctionTypes(),
  });
  const scenarios = createScenarioService({ store: createScenarioStore(scope), topologies, chains, clock });
  const placements = createPlacementService({
    store: createPlacementStore(scope),
    queue,
    scenarios,
    engines,
    runPlace: (job, control) =>
      isOwnEngine(job.engine) ? engines.place(job, control) : deps.runPlace(job, control),
  });
  const deployments = createDeploymentService({
    store: createDeploymentStore(scope),
    chains,
    placements,
    clock,
    onChange: ingest.deploymentsChanged,
  });
  const programs = createProgramService({
    store: createProgramStore(scope),
    devices,
    analyse: createAnalyse(analyses),
    engines,
    parsing,
    clock,
  });
  const readProgram = createReadProgram(programs);
  const events = createEventService({
    store: createEventStore(scope),
    mutes: createMuteStore(scope),
    records: createRecordStore(scope),
    log: createEventLog(scope, createOutbox()),
    deployments,
    clock,
  });
  const twinStore = createTwinStore(ingest.pool);
  const predictor = createWorkspacePredictor({
    readProgram,
    devices,
    ownEstimates: rememberEstimates(engines, () => clock().getTime()),
  });
  const twin = createTwinService({
    store: twinStore,
    deployments,
    predictor,
    history: createHistoryStore(ingest.pool),
    hub: ingest.hub,
    events,
    alarmRaised: ingest.alarmRaised,
    readProgram,
    settings: createTwinSettings(scope),
    now: ingest.twinNow,
    onSettings: ingest.twinSettingsChanged,
    clock,
  });
  return {
    ...shared,
    captures: createCaptureService({
      store: createCaptureStore(scope, ingest.pool),
      files: createCaptureFiles(deps.captures.dir),
      limits: deps.captures.limits,
      disk: deps.disk,
      deployments,
      exporters: () => ingest.telemetry.settings.current().exporters,
      bus: ingest.bus,
      clock,
      log: deps.log,
      underWay: shared.capturesUnderWay,
    }),
    chains,
    demo: ingest.demo,
    deployments,
    devices,
    engines,
    events,
    notifications: createNotificationService({
      channels: createChannelStore(scope),
      deliveries: createDeliveryStore(scope),
      seal: shared.seal,
      mailer: shared.mailer,
      hosts: engineStore.hosts,
      baseUrl: auth.baseUrl,
      clock,
    }),
    placements,
    plans: createPlanService({ store: createPlanStore(scope), queue, engines, runPlan }),
    programs,
    predictor,
    refits: createRefitService({ store: twinStore, deployments, devices, predictor, parsing }),
    reports: createReportService({
      store: createReportStore(scope),
      snapshotters: createSnapshotters({
        placements,
        scenarios,
        deployments,
        observeTwin: (id, from, to) => twin.observe(id, from, to),
      }),
      clock,
      product: `P4Twin ${version}`,
    }),
    scenarios,
    topologies,
    twin,
    workspaceId: scope.workspaceId,
  };
}
export type Services = ReturnType<typeof createWorkspaceServices>;

/**
 * Every service of the product: those of the first workspace, and with `inWorkspace` those of another one, made when they are first
 * asked for (`workspaces/service.ts` bounds how many workspaces there are).
 */
export function createServices(deps: ServiceDeps) {
  const { scope, ingest } = deps;
  const { db } = scope;
  const shared = createShared(deps);
  const home = createWorkspaceServices(deps, shared);
  const made = new Map([[scope.workspaceId, home]]);
  const inWorkspace = (workspaceId: string): Services => {
    const services =
      made.get(workspaceId) ?? createWorkspaceServices({ ...deps, scope: { db, workspaceId } }, shared);
    made.set(workspaceId, services);
    return services;
  };

  ingest.use({ list: () => listDeployments({ db, workspaceId: null }) });
  ingest.predictWith((workspaceId) => inWorkspace(workspaceId).predictor);

  const { ofJob, ofChannel } = createWorkspaceOf(db);
  const routed = (handlerOf: (services: Services) => JobHandler): JobHandler => {
    const of = async (job: TakenJob) => handlerOf(inWorkspace((await ofJob(job)) ?? scope.workspaceId));
    return {
      run: async (job, control) => (await of(job)).run(job, control),
      settle: async (job, worker, outcome) => (await of(job)).settle(job, worker, outcome),
    };
  };
  const sendDue: Services["notifications"]["sendDue"] = async (message, signal) =>
    inWorkspace((await ofChannel(message.channelId)) ?? scope.workspaceId).notifications.sendDue(
      message,
      signal,
    );
  const { parsing, analyses, plugins } = shared;
  return {
    ...home,
    inWorkspace,
    /** Starts what the first upload would otherwise wait for. */
    warmUp() {
      parsing.warmUp();
      analyses.warmUp();
    },
    /** Ends the threads and interpreters that are kept ready. */
    stop() {
      parsing.stop();
      analyses.stop();
      plugins.stop();
    },
    /** Jobs and deliveries of all workspaces, for the process that does them. */
    everywhere: {
      handlers: {
        place: routed((services) => services.placements.handler),
        plan: routed((services) => services.plans.handler),
      },
      deliveries: createDeliveryStore({ db, workspaceId: null }),
      sendDue,
    },
  };
}
export type InstallationServices = ReturnType<typeof createServices>;
