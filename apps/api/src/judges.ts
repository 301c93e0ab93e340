import { hostname } from "node:os";
import { Histogram } from "@p4twin/models/telemetry";
import type { Pool } from "pg";
import type { Registry } from "prom-client";
import { type Component, inSequence } from "./components.ts";
import type { Db } from "./database/client.ts";
import type { DatabaseLook } from "./database/watch.ts";
import { listDeployments } from "./deployments/store.ts";
import type { DiskState } from "./disk/guard.ts";
import { createAlarmStates } from "./events/alarmStates.ts";
import { createEventLog } from "./events/eventLog.ts";
import { createEventStore } from "./events/store.ts";
import { createEventWatcher } from "./events/watcher.ts";
import { createIncidents } from "./incidents/incidents.ts";
import { createLeader } from "./jobs/leader.ts";
import type { TakenJob } from "./jobs/queue.ts";
import type { JobHandler } from "./jobs/runner.ts";
import { createJobRunner, defaultRunnerConfig } from "./jobs/runner.ts";
import { createWorkspaceOf } from "./jobs/workspaceOf.ts";
import { createDeliveryStore } from "./notifications/deliveryStore.ts";
import { createDispatcher, defaultDispatcherConfig } from "./notifications/dispatcher.ts";
import { registerAlertMetrics } from "./notifications/metrics.ts";
import { createOutbox } from "./notifications/outbox.ts";
import type { Log } from "./observability/log.ts";
import { LOOK_AGAIN_MS, type Plane } from "./plane.ts";
import type { CoreServices } from "./services.ts";
import { createFollower } from "./shared/follower.ts";
import type { Clock } from "./shared/service.ts";
import { createSwitchPoller, defaultPollerConfig } from "./switches/poller.ts";
import { listPolled } from "./switches/store.ts";
import { createTwinMonitor, defaultMonitorConfig } from "./twin/monitor.ts";
import { createTwinNowSender } from "./twin/nowRelay.ts";
import { createStartsHeard } from "./twin/starts.ts";
import type { WorkspaceServices } from "./workspaceServices.ts";

/** Our choice: pieces of snapshots that are gone wait that long at most, beyond a day. */
const SWEEP_MS = 3_600_000;

// any number that nothing else in this database locks
const ALARMS_LOCK = 5_032_768;

type Deps = {
  db: Db;
  pool: Pool;
  clock: Clock;
  log: Log;
  plane: Plane;
  services: Pick<
    CoreServices,
    "inWorkspace" | "notifications" | "queue" | "system" | "history" | "workspaceId"
  >;
  /** who else is told what is heard there */
  exporters?: readonly Component[];
};

/** Alarms and models, judged in one process of all: the lock decides which, where the supervisor does not. */
export function createAlarmJudges({ db, pool, clock, log, plane, services, exporters = [] }: Deps) {
  const { bus, link, several } = plane;
  // of all workspaces
  const wide = { db, workspaceId: null };
  const deployments = () => listDeployments(wide);
  const alarms = createAlarmStates();
  const monitor = createTwinMonitor(defaultMonitorConfig, {
    ...{ bus, history: services.history, deployments, clock, log },
    predictor: (workspaceId) => services.inWorkspace(workspaceId).predictor,
    raised: alarms.raised,
    driftSettings: (workspaceId) => services.inWorkspace(workspaceId).twin.driftSettings(),
    starts: createStartsHeard({ pool, exporters: () => plane.telemetry.collector()?.exporters ?? [], clock }),
  });
  const watcher = createEventWatcher({
    ...{ bus, alarms, deployments, clock, errors: log },
    store: createEventStore(wide),
    log: createEventLog(wide, createOutbox()),
    percentileUs: (row, share) =>
      row.histogram ? (Histogram.decode(row.histogram)?.quantileUs(share) ?? null) : null,
    drifts: monitor.drifts,
    reachable: () => pool.query("SELECT 1").then(() => true),
  });
  const follow = async (): Promise<void> => {
    await watcher.reload();
    await monitor.reload();
  };
  const follower = createFollower("alarms and models", { follow, everyMs: LOOK_AGAIN_MS, log });
  // whoever judges hears all windows, and nobody else does
  const work = inSequence("alarms", [
    ...[monitor, watcher, ...exporters, plane.closedWindows, createTwinNowSender(link, monitor.all)],
    ...[follower, plane.changes(follower.poke)],
  ]);
  const component = several ? createLeader({ name: "alarms", key: ALARMS_LOCK }, { pool, work, log }) : work;
  return { component, counters: watcher.counters };
}

/** Jobs and deliveries, each by the services of its workspace. */
export function ofAllWorkspaces({ db, services }: Pick<Deps, "db" | "services">) {
  const { ofJob, ofChannel } = createWorkspaceOf(db);
  const of = async (workspaceId: Promise<string | null>): Promise<WorkspaceServices> =>
    services.inWorkspace((await workspaceId) ?? services.workspaceId);
  const routed = (handlerOf: (services: WorkspaceServices) => JobHandler): JobHandler => {
    const handler = async (job: TakenJob) => handlerOf(await of(ofJob(job)));
    return {
      run: async (job, control) => (await handler(job)).run(job, control),
      settle: async (job, worker, outcome) => (await handler(job)).settle(job, worker, outcome),
    };
  };
  const send: WorkspaceServices["notifications"]["sendDue"] = async (message, signal) =>
    (await of(ofChannel(message.channelId))).notifications.sendDue(message, signal);
  const handlers = {
    place: routed(({ placements }) => placements.handler),
    plan: routed(({ plans }) => plans.handler),
  };
  return { handlers, send };
}

/**
 * Alarms and models, started before windows are made; then jobs and deliveries of all workspaces, and what is wrong
 * with the product itself.
 */
export function createJudges(
  deps: Deps & {
    databaseLook(): DatabaseLook | null;
    disk(): DiskState;
    metrics: Registry;
  },
): { alarms: Component[]; others: Component[] } {
  const { db, clock, log, plane, services } = deps;
  const alarms = createAlarmJudges(deps);
  const { handlers, send } = ofAllWorkspaces({ db, services });
  const runner = createJobRunner(defaultRunnerConfig, {
    queue: services.queue,
    handlers,
    worker: `${process.pid}@${hostname()}`,
    log,
  });
  const dispatcher = createDispatcher(defaultDispatcherConfig, {
    deliveries: createDeliveryStore({ db, workspaceId: null }),
    ...{ send, clock, log, random: Math.random },
  });
  const { counters, waiting } = dispatcher;
  registerAlertMetrics(deps.metrics, { events: alarms.counters, tries: counters, waiting });
  const switches = createSwitchPoller(defaultPollerConfig, {
    list: () => listPolled({ db, workspaceId: null }),
    look: ({ id, workspaceId }) => services.inWorkspace(workspaceId).switches.look(id),
    glance: ({ id, workspaceId }) => services.inWorkspace(workspaceId).switches.glance(id),
    ...{ clock, log },
  });
  const sweep = createFollower("pieces of snapshots", {
    everyMs: SWEEP_MS,
    log,
    async follow() {
      const workspaces = await db.workspace.findMany({ select: { id: true } });
      for (const { id } of workspaces) await services.inWorkspace(id).switches.sweep();
    },
  });
  const incidents = createIncidents({
    ...{ plane, clock, log, disk: deps.disk, database: deps.databaseLook },
    scope: { db, workspaceId: services.workspaceId },
    notifications: services.notifications,
    quietMs: async () => 1_000 * (await services.system.settings()).incidentQuietS,
  });
  return { alarms: [alarms.component], others: [runner, dispatcher, switches, sweep, ...incidents] };
}
