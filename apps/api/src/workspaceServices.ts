import { createCaptureFiles } from "./captures/files.ts";
import { createCaptureService } from "./captures/service.ts";
import { createCaptureStore } from "./captures/store.ts";
import { demoControls } from "./demo/service.ts";
import { createDiscoveryService } from "./discovery/service.ts";
import { rememberEstimates } from "./engines/rememberEstimates.ts";
import { createEngineStore } from "./engines/store.ts";
import { createEventLog } from "./events/eventLog.ts";
import { createLastData } from "./events/lastData.ts";
import { createMuteStore } from "./events/muteStore.ts";
import { createRecordStore } from "./events/recordStore.ts";
import { createEventService } from "./events/service.ts";
import { createEventStore } from "./events/store.ts";
import { createExploreService } from "./explore/service.ts";
import type { InstallationWide, ServiceDeps } from "./installationWide.ts";
import { createChannelStore } from "./notifications/channelStore.ts";
import { createDeliveryStore } from "./notifications/deliveryStore.ts";
import { createOutbox } from "./notifications/outbox.ts";
import { createNotificationService } from "./notifications/service.ts";
import { runPlan } from "./plans/runPlan.ts";
import { createPlanService } from "./plans/service.ts";
import { createPlanStore } from "./plans/store.ts";
import { createRefitService } from "./refits/service.ts";
import { createReportService } from "./reports/service.ts";
import { createSnapshotters } from "./reports/snapshotters.ts";
import { createReportStore } from "./reports/store.ts";
import { createReviewService } from "./reviews/service.ts";
import { createReviewStore } from "./reviews/store.ts";
import { createServerService } from "./servers/service.ts";
import { createStoredNouns } from "./storedNouns.ts";
import { createChunkStore } from "./switches/chunkStore.ts";
import { createSwitchService } from "./switches/service.ts";
import { createSettingsStore } from "./switches/settings/store.ts";
import { createSnapshotReader } from "./switches/snapshotReader.ts";
import { createSwitchStore } from "./switches/store.ts";
import { createSurroundingsTaker } from "./switches/surroundings/takeSurroundings.ts";
import { createSystemStore } from "./system/store.ts";
import { createWorkspacePredictor } from "./twin/predictor.ts";
import { createTwinService } from "./twin/service.ts";
import { createTwinSettings } from "./twin/settings.ts";
import { createVoidService } from "./voids/service.ts";
import { createVoidStore } from "./voids/store.ts";

/** The services of one workspace. */
export function createWorkspaceServices(deps: ServiceDeps, shared: InstallationWide) {
  const { scope, clock, version, plane, pool, demo } = deps;
  const { queue, parsing, raised, twinNow, samples, windows, history, users: _, ...everywhere } = shared;
  const nouns = createStoredNouns(scope, {
    ...{ clock, queue, parsing, analyses: shared.analyses, plugins: shared.plugins },
    runPlace: deps.runPlace,
    onDeployment: plane.changed,
  });
  const { deployments, devices, engines, placements, readProgram, scenarios } = nouns;
  const eventLog = createEventLog(scope, createOutbox());
  const switchStore = createSwitchStore(scope);
  const events = createEventService({
    store: createEventStore(scope),
    withLastData: createLastData(pool),
    mutes: createMuteStore(scope),
    records: createRecordStore(scope),
    log: eventLog,
    ...{ deployments, switches: switchStore, clock },
  });
  const voids = createVoidService({
    store: createVoidStore(scope, pool),
    ...{ deployments, clock },
    retentionDays: async () => (await createSystemStore({ db: scope.db }).settings()).retentionDays,
  });
  const models = { readProgram, devices, estimates: rememberEstimates(engines, () => clock().getTime()) };
  const predictor = createWorkspacePredictor(models);
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
    ...{
      store: switchStore,
      settingsStore: createSettingsStore(scope),
      chunks,
      reader: createSnapshotReader(chunks),
    },
    ...{ programs: nouns.programs, devices, seal: shared.seal, clock },
    ...{ looking: shared.looking, analyses: shared.analyses },
    takeSurroundings: createSurroundingsTaker(nouns),
    tellDrift: eventLog.drift,
    predictorOf: (running) => createWorkspacePredictor({ ...models, running }),
  });
  const explore = createExploreService({
    ...{ samples, windows, deployments, inventory: shared.inventory, telemetry: shared.telemetry },
  });
  return {
    ...everywhere,
    ...nouns,
    captures,
    discovery: createDiscoveryService({
      ...{ telemetry: shared.telemetry, inventory: shared.inventory, captures, deployments },
      ...{ chains: nouns.chains, topologies: nouns.topologies },
    }),
    explore,
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
      ...{ programs: nouns.programs, switches, devices, captures, explore, analyses: shared.analyses, clock },
      ...{ topologies: nouns.topologies, placements, engines },
    }),
    servers: createServerService({ analyses: shared.analyses }),
    switches,
    twin,
    voids,
    workspaceId: scope.workspaceId,
  };
}
export type WorkspaceServices = ReturnType<typeof createWorkspaceServices>;
