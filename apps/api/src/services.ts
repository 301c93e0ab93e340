import { libraryFunctionTypes } from "@p4twin/models/chain";
import { createAccounts } from "./account/accounts.ts";
import type { Auth } from "./auth/auth.ts";
import { createCaptureFiles } from "./captures/files.ts";
import { type CaptureLimits, createCaptureService } from "./captures/service.ts";
import { createCaptureStore } from "./captures/store.ts";
import { createChainService } from "./chains/service.ts";
import { createChainStore } from "./chains/store.ts";
import { partitionedBytes } from "./database/partitions.ts";
import type { Scope } from "./database/scope.ts";
import { createDeploymentService } from "./deployments/service.ts";
import { createDeploymentStore } from "./deployments/store.ts";
import { createDeviceService } from "./devices/service.ts";
import { createDeviceStore } from "./devices/store.ts";
import { builtInEngines } from "./engines/builtIn.ts";
import { isOwnEngine } from "./engines/ownEngines.ts";
import { createPluginHosts } from "./engines/pluginHosts.ts";
import { rememberEstimates } from "./engines/rememberEstimates.ts";
import { createEngineService } from "./engines/service.ts";
import { createEngineStore } from "./engines/store.ts";
import { createMuteStore } from "./events/muteStore.ts";
import { createRecordStore } from "./events/recordStore.ts";
import { createEventService } from "./events/service.ts";
import { createEventStore } from "./events/store.ts";
import type { Ingest } from "./ingest.ts";
import { createJobQueue } from "./jobs/queue.ts";
import { createChannelStore } from "./notifications/channelStore.ts";
import { createDeliveryStore } from "./notifications/deliveryStore.ts";
import { createMailer } from "./notifications/mailer.ts";
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
import { createPredictor } from "./twin/predictor.ts";
import { createTwinService } from "./twin/service.ts";
import { createTwinSettings } from "./twin/settings.ts";
import { createTwinStore } from "./twin/store.ts";
import { createUserStore } from "./users/store.ts";

export type ServiceDeps = {
  scope: Scope;
  auth: Auth;
  clock: Clock;
  version: string;
  databaseKind: Status["database"]["kind"];
  runPlace: PlaceRun;
  /** where uploaded captures are kept, and how much of them */
  captures: { dir: string; limits: CaptureLimits };
  log: Log;
  /** the telemetry side of this process */
  ingest: Ingest;
};

/** Every service of the product, wired by hand. */
export function createServices(deps: ServiceDeps) {
  const { scope, auth, clock, version, ingest } = deps;
  const queue = createJobQueue(scope.db);
  const parsing = createParsing(uploadLimits);
  const analyses = createParsing(analysisLimits);
  const userStore = createUserStore(scope);
  const tokens = createTokenService({ store: createTokenStore(scope), actorOf: userStore.actor, clock });
  const devices = createDeviceService({ store: createDeviceStore(scope), clock, parsing });
  const engineStore = createEngineStore(scope);
  const engines = createEngineService({
    registry: builtInEngines(),
    devices,
    store: engineStore,
    plugins: createPluginHosts({ hosts: engineStore.hosts }),
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
    log: ingest.events,
    deployments,
    clock,
  });
  const twinStore = createTwinStore(ingest.pool);
  const predictor = createPredictor({
    readProgram,
    devices,
    ownEstimates: rememberEstimates(engines, () => clock().getTime()),
  });
  ingest.predictWith(predictor);
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
  const channels = createChannelStore(scope);
  const seal = createSeal(auth.secret);
  const mailer = createMailer({ mailServer: channels.mailServer, seal });
  const accounts = createAccounts(deps, { store: userStore, tokens, mailer });
  return {
    ...accounts,
    captures: createCaptureService({
      store: createCaptureStore(scope, ingest.pool),
      files: createCaptureFiles(deps.captures.dir),
      limits: deps.captures.limits,
      deployments,
      exporters: () => ingest.telemetry.settings.current().exporters,
      bus: ingest.bus,
      clock,
      log: deps.log,
    }),
    chains,
    demo: ingest.demo,
    deployments,
    devices,
    engines,
    events,
    notifications: createNotificationService({
      channels,
      deliveries: createDeliveryStore(scope),
      seal,
      mailer,
      hosts: engineStore.hosts,
      baseUrl: auth.baseUrl,
      clock,
    }),
    placements,
    plans: createPlanService({ store: createPlanStore(scope), queue, engines, runPlan }),
    programs,
    queue,
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
    schemas: createSchemaService(),
    system: createSystemService({
      store: createSystemStore(scope),
      clock,
      version,
      databaseKind: deps.databaseKind,
      windowBytes: () => partitionedBytes(ingest.pool),
    }),
    telemetry: createTelemetryService({ ...ingest.telemetry, clock }),
    topologies,
    twin,
    tokens,

    /** Starts what the first upload would otherwise wait for. */
    warmUp() {
      parsing.warmUp();
      analyses.warmUp();
    },
    /** Ends the threads and interpreters that are kept ready. */
    stop() {
      parsing.stop();
      analyses.stop();
      engines.stop();
    },
  };
}

export type Services = ReturnType<typeof createServices>;
