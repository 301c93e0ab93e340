import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { createBus } from "./bus/bus.ts";
import type { WindowRow } from "./bus/windowRow.ts";
import { type ClusterConfig, createCluster } from "./cluster/cluster.ts";
import { createIncidentBoard } from "./cluster/incidentBoard.ts";
import { mergeCollectors } from "./cluster/mergeStates.ts";
import type { Statement } from "./cluster/statements.ts";
import { createSupervisionFeed } from "./cluster/supervision.ts";
import { createCollector, defaultCollectorConfig } from "./collector/collector.ts";
import type { CollectorState } from "./collector/state.ts";
import type { Component } from "./components.ts";
import type { Db } from "./database/client.ts";
import { ensurePartitions } from "./database/partitions.ts";
import { createLiveHub } from "./live/hub.ts";
import type { Log } from "./observability/log.ts";
import type { ProcessRole } from "./roles.ts";
import { createRoller, defaultRollerConfig } from "./rollup/roller.ts";
import { createFollower } from "./shared/follower.ts";
import type { Clock } from "./shared/service.ts";
import { createSpool, defaultSpoolConfig } from "./spool/spool.ts";
import { type BoundDeployment, toBindings } from "./telemetry/bindings.ts";
import { createExporterSettingsFeed } from "./telemetry/exporterSettings.ts";
import { createTelemetryStore } from "./telemetry/store.ts";
import { createWindowStore } from "./writer/storeWindows.ts";

export type PlaneConfig = {
  intHost: string;
  intPorts: readonly number[];
  intInterface?: string | null;
  roles: ReadonlySet<ProcessRole>;
  /** where closed windows wait for the database, or for the broker */
  spoolDir: string;
  /** how the processes reach each other */
  over: ClusterConfig["over"];
  tookOver: ClusterConfig["tookOver"];
};
type Deps = {
  db: Db;
  pool: Pool;
  clock: Clock;
  log: Log;
  /** of all workspaces: what the collector binds */
  deployments(): Promise<BoundDeployment[]>;
  /** what the disk of the data directory allows: windows on it, windows into a database that lies on it too */
  disk?: { mayWrite(): boolean; mayDeliver(): boolean; report(error: unknown): void } | undefined;
};

/**
 * A change that was missed, because NATS or the database was away, is followed after this long at most (our choice).
 */
export const LOOK_AGAIN_MS = 30_000;
/** Collectors speak once a second, not at the same moment: their sum is made anew as often. */
const SUM_EVERY_MS = 1_000;

/**
 * The telemetry plane of a process: sockets, windows, their way into the database, live frames, and what all processes
 * say of themselves.
 */
export function createPlane(config: PlaneConfig, { db, pool, clock, log, deployments, disk }: Deps) {
  const is = (role: ProcessRole): boolean => config.roles.has(role);
  const processId = randomUUID();
  // what this process says, and what all processes say
  const [own, bus] = [createBus(), createBus()];
  const cluster = createCluster(
    { over: config.over, processId, roles: config.roles, tookOver: config.tookOver },
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
  const { intHost: host, intPorts: ports } = config;
  const collector = createCollector(
    {
      ...{ ...defaultCollectorConfig, host, ports, mergeable: cluster.several },
      interface: config.intInterface ?? null,
    },
    { bus: own, log, newId: randomUUID },
  );
  const store = createTelemetryStore({ db });
  const settings = createExporterSettingsFeed({ store, onChange: collector.configure, log });

  let bound = "";
  const bindings = createFollower("bindings", {
    async follow() {
      const next = toBindings(await deployments());
      const text = JSON.stringify(next);
      // taking over bindings closes the open windows: not for nothing
      if (text !== bound) collector.bind(next);
      bound = text;
    },
    everyMs: LOOK_AGAIN_MS,
    log,
  });

  const supervision = createSupervisionFeed(link);
  const board = createIncidentBoard();
  const account = () => ({
    collector: is("collector") ? collector.state() : null,
    outbox: outbox.counters(),
    writer: writer?.counters?.() ?? null,
    incidents: board.list(),
  });
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
  let sum: { atMs: number; state: CollectorState | null } = { atMs: Number.NEGATIVE_INFINITY, state: null };
  const collectors = (): CollectorState | null => {
    const nowMs = performance.now();
    if (nowMs - sum.atMs >= SUM_EVERY_MS)
      sum = { atMs: nowMs, state: mergeCollectors(processes().flatMap((s) => s.collector ?? [])) };
    return sum.state;
  };

  // http replays captures, as a collector would hear them
  const makesWindows = is("collector") || is("http");
  /** Who takes windows is ready before who judges them, and both before what makes them. */
  const takes: Component[] = [
    link,
    ...(is("http") ? [hub] : []),
    // pages show the processes, and whoever judges hears them
    ...(is("http") || is("jobs") ? [cluster.processes, supervision] : []),
    ...(writer ? [writer, roller] : []),
  ];
  const makes: Component[] = [
    ...(makesWindows ? [outbox, cluster.relay] : []),
    ...(makesWindows && carrier.announcer ? [carrier.announcer] : []),
    ...(makesWindows ? [settings] : []),
    ...(is("collector") ? [collector, bindings, cluster.changes(bindings.poke)] : []),
    cluster.statements(account),
  ];

  return {
    processId,
    roles: [...config.roles],
    takes,
    makes,
    link,
    /** what this process makes, and what all processes make */
    own,
    bus,
    hub,
    /** several collectors and judges, over a broker */
    several: cluster.several,
    closedWindows: cluster.closedWindows,
    /** what this process finds wrong with the product, for its statement */
    board,
    /** false while NATS is away; null where there is none */
    brokerConnected: (): boolean | null => (cluster.several ? link.connected() : null),
    /** A component that calls `handler` after every change of a deployment, here or in another process. */
    changes: cluster.changes,
    /** A deployment has changed, or the settings of the twin (""): bindings, alarms and thresholds follow. */
    changed: cluster.announceChange,
    /** port at which reports are taken on this machine */
    intPort: (): number => (is("collector") ? collector.ports()[0] : undefined) ?? config.intPorts[0] ?? 0,
    telemetry: {
      host,
      collector: collectors,
      writer: () => carrier.counts(processes()),
      roller: roller.counters,
      watchers: () => hub.watchers,
      processes,
      supervision: supervision.latest,
      settings,
      store,
    },
    /** of this process alone, for its own /metrics and /readyz */
    counters: {
      collector: collector.state,
      writer: outbox.counters,
      streamWriter: writer?.counters ?? null,
    },
    /** Does the collector take datagrams: the one of this process, or one that spoke lately? */
    listening: (): boolean => (is("collector") ? collector.state() : collectors()) !== null,
  };
}
export type Plane = ReturnType<typeof createPlane>;
