import { randomUUID } from "node:crypto";
import { Histogram } from "@p4twin/models/telemetry";
import type { Predictor } from "@p4twin/models/twin";
import type { Pool } from "pg";
import { createBus } from "./bus/bus.ts";
import { type ClusterConfig, createCluster } from "./bus/cluster.ts";
import { mergeCollectors } from "./bus/mergeStates.ts";
import type { Statement } from "./bus/statements.ts";
import { createSupervisionFeed } from "./bus/supervision.ts";
import type { WindowRow } from "./bus/windowRow.ts";
import { createCollector, defaultCollectorConfig } from "./collector/collector.ts";
import type { CollectorState } from "./collector/state.ts";
import { type Component, inSequence } from "./components.ts";
import { ensurePartitions } from "./database/partitions.ts";
import type { Scope } from "./database/scope.ts";
import { createDemo } from "./demo/service.ts";
import type { PlacedDeployment } from "./deployments/store.ts";
import { createEventLog } from "./events/eventLog.ts";
import { createEventStore } from "./events/store.ts";
import { createEventWatcher } from "./events/watcher.ts";
import { createIncidentBoard } from "./incidents/board.ts";
import { createLeader } from "./jobs/leader.ts";
import { createLiveHub } from "./live/hub.ts";
import { createRaisedAlarms } from "./live/raisedAlarms.ts";
import { createOutbox } from "./notifications/outbox.ts";
import type { Log } from "./observability/log.ts";
import type { ProcessRole } from "./roles.ts";
import { createRoller, defaultRollerConfig } from "./rollup/roller.ts";
import { createFollower } from "./shared/follower.ts";
import type { Clock } from "./shared/service.ts";
import { createSpool, defaultSpoolConfig } from "./spool/spool.ts";
import { toBindings } from "./telemetry/bindings.ts";
import { createExporterSettingsFeed } from "./telemetry/exporterSettings.ts";
import { createTelemetryStore } from "./telemetry/store.ts";
import { createHistoryStore } from "./twin/historyStore.ts";
import { createTwinMonitor, defaultMonitorConfig } from "./twin/monitor.ts";
import { createTwinNowReceiver, createTwinNowSender } from "./twin/nowRelay.ts";
import { createTwinSettings } from "./twin/settings.ts";
import { createWindowStore } from "./writer/storeWindows.ts";

export type IngestConfig = {
  intHost: string;
  intPorts: readonly number[];
  roles: ReadonlySet<ProcessRole>;
  demo: boolean;
  /** where closed windows wait for the database, or for the broker */
  spoolDir: string;
  /** how the processes reach each other */
  over: ClusterConfig["over"];
};
type Deps = {
  scope: Scope;
  pool: Pool;
  clock: Clock;
  log: Log;
  /** what the disk of the data directory allows: windows on it, windows into a database that lies on it too */
  disk?: { mayWrite(): boolean; mayDeliver(): boolean; report(error: unknown): void };
};

// any number that nothing else in this database locks
const ALARMS_LOCK = 5_032_768;
/** A change that was missed, because NATS or the database was away, is followed after this long at most (our choice). */
const LOOK_AGAIN_MS = 30_000;
/** Collectors speak once a second, not at the same moment: their sum is made anew as often. */
const SUM_EVERY_MS = 1_000;

/** The telemetry side of a process, wired by hand: sockets, windows, storage, live fan-out, alarms, demo switches. */
export function createIngest(config: IngestConfig, { scope, pool, clock, log, disk }: Deps) {
  const is = (role: ProcessRole): boolean => config.roles.has(role);
  const processId = randomUUID();
  // what this process says, and what all processes say
  const [own, bus] = [createBus(), createBus()];
  const cluster = createCluster(
    { over: config.over, processId, roles: config.roles },
    { own, heard: bus, log },
  );
  const { link, carrier } = cluster;
  const hub = createLiveHub(bus, cluster.followLive);
  const openSpool = () =>
    createSpool<WindowRow>(
      { ...defaultSpoolConfig, dir: config.spoolDir },
      { mayWrite: disk?.mayWrite, onError: disk?.report },
    );
  const database = { pool, ensurePartitions: (at: readonly Date[]) => ensurePartitions(pool, at), log };
  const outbox = carrier.outbox({ bus: own, openSpool, mayDeliver: disk?.mayDeliver, log });
  const writer = is("writer") ? carrier.writer(createWindowStore(database)) : null;
  const roller = createRoller(defaultRollerConfig, { pool, clock, log });
  const collector = createCollector(
    {
      ...defaultCollectorConfig,
      host: config.intHost,
      ports: config.intPorts,
      mergeable: cluster.several,
    },
    { bus: own, log, newId: randomUUID },
  );
  const telemetryStore = createTelemetryStore(scope);
  const exporterSettings = createExporterSettingsFeed({
    store: telemetryStore,
    onChange: collector.configure,
    log,
  });
  let deployments: { list(): Promise<PlacedDeployment[]> } | null = null;
  const listed = async () => (deployments ? deployments.list() : []);
  // alarms rise in every workspace
  const wide = { db: scope.db, workspaceId: null };
  const events = createEventLog(wide, createOutbox());
  const watcher = createEventWatcher({
    bus,
    store: createEventStore(wide),
    log: events,
    deployments: listed,
    percentileUs: (row, share) =>
      row.histogram ? (Histogram.decode(row.histogram)?.quantileUs(share) ?? null) : null,
    drifts: (deploymentId, segmentId) => monitor.drifts(deploymentId, segmentId),
    reachable: () => pool.query("SELECT 1").then(() => true),
    clock,
    errors: log,
  });

  let predictor: (workspaceId: string) => Predictor | null = () => null;
  const monitor = createTwinMonitor(defaultMonitorConfig, {
    bus,
    history: createHistoryStore(pool),
    deployments: listed,
    predictor: (workspaceId) => predictor(workspaceId),
    raised: watcher.raised,
    driftSettings: (workspaceId) => createTwinSettings({ db: scope.db, workspaceId }).driftSettings(),
    clock,
    log,
  });
  // who judges a segment judges it whole: its alarm and its model, in one process of all
  const judges = inSequence("alarms and models", [monitor, watcher]);
  const judgesHere = is("jobs") && !cluster.several;

  let demo: ReturnType<typeof createDemo> | null = null;
  // wherever the collector listens, the demo's switches are on this machine
  const startDemo = async (): Promise<void> => {
    const intPort = is("collector") ? collector.ports()[0] : config.intPorts[0];
    demo = createDemo({ host: "127.0.0.1", intPort }, { log });
    await demo.start();
    await rebind();
  };

  let bound = "";
  const rebind = async (): Promise<void> => {
    const all = await listed();
    const bindings = toBindings(all);
    const text = JSON.stringify(bindings);
    // taking over bindings closes the open windows: not for nothing
    if (is("collector") && text !== bound) collector.bind(bindings);
    bound = text;
    await watcher.reload();
    await monitor.reload();
    for (const { segments } of all) for (const s of segments) demo?.setThresholds(s.id, s.plUs, s.dlUs);
  };

  const bindings = createFollower("bindings", { follow: rebind, everyMs: LOOK_AGAIN_MS, log });
  const raisedAlarms = createRaisedAlarms(pool);
  const twinNow = createTwinNowReceiver(link);
  const supervision = createSupervisionFeed(link);
  const board = createIncidentBoard();
  const account = () => ({
    collector: is("collector") ? collector.state() : null,
    outbox: outbox.counters(),
    writer: writer?.counters?.() ?? null,
    incidents: board.list(),
  });
  let sum: { atMs: number; state: CollectorState | null } = { atMs: Number.NEGATIVE_INFINITY, state: null };
  // of itself a process knows more than it said last
  const processes = (): Statement[] => {
    const parts = supervision.latest()?.parts;
    return (
      cluster.processes
        .list()
        // what one that has ended said last says nothing of now
        .filter((s) => !parts || parts.some((part) => part.pid === s.pid))
        .map((s) => (s.processId === processId ? { ...s, ...account() } : s))
    );
  };
  const collectors = (): CollectorState | null => {
    const nowMs = performance.now();
    if (nowMs - sum.atMs >= SUM_EVERY_MS)
      sum = {
        atMs: nowMs,
        state: mergeCollectors(processes().flatMap((s) => s.collector ?? [])),
      };
    return sum.state;
  };

  const demoSwitches = { name: "demo", start: startDemo, stop: async () => demo?.stop() };
  /** Alarms and models are judged in one process of all: the lock decides which, where the supervisor does not. */
  const judging = (): Component => {
    // whoever judges hears all windows, and nobody else does
    const work = inSequence("alarms", [
      judges,
      cluster.closedWindows,
      createTwinNowSender(link, monitor.all),
    ]);
    return cluster.several ? createLeader({ name: "alarms", key: ALARMS_LOCK }, { pool, work, log }) : work;
  };
  const changes: Component = (() => {
    let off: (() => void) | null = null;
    return {
      name: "changes",
      start: async () => {
        off = cluster.onChange(bindings.poke);
      },
      stop: async () => off?.(),
    };
  })();
  const components: Component[] = [
    link,
    ...(is("http") ? [hub, raisedAlarms, twinNow] : []),
    // pages show the processes, and whoever judges hears them
    ...(is("http") || is("jobs") ? [cluster.processes, supervision] : []),
    ...(writer ? [writer, roller] : []),
    ...(is("jobs") ? [judging()] : []),
    // http replays captures, as a collector would hear them
    ...(is("collector") || is("http")
      ? [outbox, cluster.relay, ...(carrier.announcer ? [carrier.announcer] : []), exporterSettings]
      : []),
    ...(is("collector") ? [collector] : []),
    bindings,
    changes,
    cluster.statements(account),
    ...(config.demo && is("http") ? [demoSwitches] : []),
  ];

  return {
    processId,
    /** what this process finds wrong with the product, for its statement */
    board,
    /** false while NATS is away; null where there is none */
    brokerConnected: (): boolean | null => (cluster.several ? link.connected() : null),
    pool,
    bus: own,
    hub,
    /** Starts in this order, stops in reverse: what takes data is ready before what gives it. */
    components,
    alarmRaised: judgesHere ? watcher.raised : raisedAlarms.raised,
    eventCounters: watcher.counters,
    telemetry: {
      host: config.intHost,
      collector: collectors,
      writer: () => carrier.counts(processes()),
      roller: roller.counters,
      watchers: () => hub.watchers,
      processes,
      supervision: supervision.latest,
      settings: exporterSettings,
      store: telemetryStore,
    },
    demo: {
      state: () => demo?.state() ?? null,
      setCongestion: (flow: string, on: boolean) => demo?.setCongestion(flow, on) ?? null,
      setVnfDelay: (vnf: string, extraUs: number) => demo?.setVnfDelay(vnf, extraUs) ?? null,
      setSlowDevice: (device: string, slow: boolean) => demo?.setSlowDevice(device, slow) ?? null,
    },
    /** Services are made after this and need it; it needs the deployments of all workspaces. */
    use(service: { list(): Promise<PlacedDeployment[]> }): void {
      deployments = service;
    },
    /** What segments are predicted with; it needs services too. */
    predictWith(model: (workspaceId: string) => Predictor | null): void {
      predictor = model;
    },
    twinSettingsChanged(): void {
      bindings.poke();
      cluster.announceChange("");
    },
    twinNow: judgesHere ? monitor.now : twinNow.now,
    /** Changes of the drift detectors of this process. */
    onDrift: monitor.onDrift,
    /** Bindings, alarms and thresholds follow every committed change of a deployment. */
    deploymentsChanged(deploymentId: string): void {
      bindings.poke();
      cluster.announceChange(deploymentId);
    },
    /** this process alone, for its own /metrics and /readyz */
    own: {
      collector: collector.state,
      writer: outbox.counters,
      link,
      streamWriter: writer?.counters ?? null,
    },
    /** Does the collector take datagrams: the one of this process, or one that spoke lately? */
    listening: (): boolean => (is("collector") ? collector.state() : collectors()) !== null,
  };
}
export type Ingest = ReturnType<typeof createIngest>;
