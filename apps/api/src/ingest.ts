import { randomUUID } from "node:crypto";
import { Histogram } from "@p4twin/models/telemetry";
import type { Pool } from "pg";
import { createBus } from "./bus/bus.ts";
import { createCollector, defaultCollectorConfig } from "./collector/collector.ts";
import type { Component } from "./components.ts";
import { ensurePartitions } from "./database/partitions.ts";
import type { Scope } from "./database/scope.ts";
import { createDemo } from "./demo/service.ts";
import type { DeploymentService } from "./deployments/service.ts";
import { createEventLog } from "./events/eventLog.ts";
import { createEventStore } from "./events/store.ts";
import { createEventWatcher } from "./events/watcher.ts";
import { createLiveHub } from "./live/hub.ts";
import { createOutbox } from "./notifications/outbox.ts";
import type { Log } from "./observability/log.ts";
import { createRoller, defaultRollerConfig } from "./rollup/roller.ts";
import type { Clock } from "./shared/service.ts";
import { createSpool, defaultSpoolConfig } from "./spool/spool.ts";
import { toBindings } from "./telemetry/bindings.ts";
import { createExporterSettingsFeed } from "./telemetry/exporterSettings.ts";
import { createTelemetryStore } from "./telemetry/store.ts";
import { createWriter } from "./writer/writer.ts";

export type IngestConfig = {
  intHost: string;
  intPorts: readonly number[];
  collects: boolean;
  writes: boolean;
  demo: boolean;
  /** where closed windows wait for the database */
  spoolDir: string;
};
type Deps = { scope: Scope; pool: Pool; clock: Clock; log: Log };

/** The telemetry side of a process, wired by hand: sockets, windows, storage, live fan-out, alarms, demo switches. */
export function createIngest(config: IngestConfig, { scope, pool, clock, log }: Deps) {
  const bus = createBus();
  const hub = createLiveHub(bus);
  const writer = createWriter({
    pool,
    bus,
    ensurePartitions: (instants) => ensurePartitions(pool, instants),
    openSpool: () => createSpool({ ...defaultSpoolConfig, dir: config.spoolDir }),
    log,
  });
  const roller = createRoller(defaultRollerConfig, { pool, clock, log });
  const collector = createCollector(
    { ...defaultCollectorConfig, host: config.intHost, ports: config.intPorts },
    { bus, log, newId: randomUUID },
  );
  const telemetryStore = createTelemetryStore(scope);
  const exporterSettings = createExporterSettingsFeed({
    store: telemetryStore,
    onChange: collector.configure,
    log,
  });
  let deployments: DeploymentService | null = null;
  const listed = async () => (deployments ? deployments.list() : []);
  const events = createEventLog(scope, createOutbox(scope));
  const watcher = createEventWatcher({
    bus,
    store: createEventStore(scope),
    log: events,
    deployments: listed,
    percentileUs: (row, share) =>
      row.histogram ? (Histogram.decode(row.histogram)?.quantileUs(share) ?? null) : null,
    drifts: () => false,
    clock,
    errors: log,
  });

  let demo: ReturnType<typeof createDemo> | null = null;
  // wherever the collector listens, the demo's switches are on this machine
  const startDemo = async (): Promise<void> => {
    demo = createDemo({ host: "127.0.0.1", intPort: collector.ports()[0] }, { log });
    await demo.start();
    await rebind();
  };

  const rebind = async (): Promise<void> => {
    const all = await listed();
    if (config.collects) collector.bind(toBindings(all));
    await watcher.reload();
    for (const { segments } of all) for (const s of segments) demo?.setThresholds(s.id, s.plUs, s.dlUs);
  };

  /** Starts in this order, stops in reverse: what takes data is ready before what gives it. */
  const components: Component[] = [
    hub,
    ...(config.writes ? [writer, roller] : []),
    watcher,
    exporterSettings,
    ...(config.collects ? [collector] : []),
    { name: "bindings", start: rebind, stop: async () => {} },
    ...(config.collects && config.demo
      ? [{ name: "demo", start: startDemo, stop: async () => demo?.stop() }]
      : []),
  ];

  return {
    pool,
    bus,
    hub,
    components,
    alarmRaised: watcher.raised,
    events,
    eventCounters: watcher.counters,
    telemetry: {
      host: config.intHost,
      collector: collector.state,
      writer: writer.counters,
      roller: roller.counters,
      watchers: () => hub.watchers,
      settings: exporterSettings,
      store: telemetryStore,
    },
    demo: {
      state: () => demo?.state() ?? null,
      setCongestion: (flow: string, on: boolean) => demo?.setCongestion(flow, on) ?? null,
      setVnfDelay: (vnf: string, extraUs: number) => demo?.setVnfDelay(vnf, extraUs) ?? null,
    },
    /** Services are made after this and need it; it needs their deployments. */
    use(service: DeploymentService): void {
      deployments = service;
    },
    /** Bindings, alarms and thresholds follow every committed change of a deployment. */
    deploymentsChanged(_deploymentId: string): void {
      rebind().catch((error: unknown) => log.error({ error }, "changed bindings could not be taken over"));
    },
    listening: (): boolean => !config.collects || collector.state() !== null,
  };
}
export type Ingest = ReturnType<typeof createIngest>;
