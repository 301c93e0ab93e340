import { hostname } from "node:os";
import type { Bus } from "../bus/bus.ts";
import type { Link } from "../bus/link.ts";
import type { LocalLink } from "../bus/local/localLink.ts";
import type { NatsAccess } from "../bus/natsAccess.ts";
import { createNatsLink } from "../bus/natsLink.ts";
import { createWindowStream, type WindowStream } from "../bus/windowStream.ts";
import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import type { ProcessRole } from "../roles.ts";
import {
  createOutbox,
  defaultOutboxConfig,
  type Outbox,
  type OutboxDeps,
  type WriterCounters,
} from "../writer/outbox.ts";
import type { WindowStore } from "../writer/storeWindows.ts";
import { createStreamOutbox } from "../writer/streamOutbox.ts";
import { createStreamWriter, type StreamWriterCounters } from "../writer/streamWriter.ts";
import { createClosedWindows, defaultClosedWindowsConfig } from "./closedWindows.ts";
import { createLiveReceiver, createLiveRelay } from "./liveRelay.ts";
import { mergeOutboxCounts, mergeWindowCounts } from "./mergeStates.ts";
import { createProcessList, createStatements, type Statement } from "./statements.ts";
import { createStoreServer, createWindowAnnouncer, deliverTo } from "./windowDelivery.ts";

export type ClusterConfig = {
  /** over a broker, or over the supervisor of this machine */
  over: { nats: { url: string; replicas: number; access?: NatsAccess | undefined } } | { local: LocalLink };
  processId: string;
  roles: ReadonlySet<ProcessRole>;
  /** the process before this one was ended without being asked to */
  tookOver: boolean;
};

/** The way of windows to where they are stored, which loses none. */
type Carrier = {
  outbox(deps: Pick<OutboxDeps, "bus" | "openSpool" | "mayDeliver" | "log">): Outbox;
  writer(store: WindowStore): Component & { counters?(): StreamWriterCounters };
  /** who judges windows hears them beside that way */
  announcer: Component | null;
  /** where windows are, over all processes */
  counts(statements: readonly Statement[]): WriterCounters;
};

const overNats = (stream: WindowStream, log: Log): Carrier => ({
  outbox: (deps) => createStreamOutbox({ ...deps, stream }),
  writer: (store) => createStreamWriter({ stream, store, log }),
  announcer: null,
  counts: mergeWindowCounts,
});

const overSupervisor = (link: LocalLink, own: Bus, processId: string): Carrier => ({
  outbox: (deps) =>
    createOutbox(
      "outbox",
      { ...deps, deliver: deliverTo(link), destination: "the database" },
      defaultOutboxConfig,
    ),
  writer: (store) => createStoreServer(link, store),
  announcer: createWindowAnnouncer(link, own, processId),
  counts: mergeOutboxCounts,
});

const CHANGED = "p4twin.changed";
/**
 * One machine has one collector: a second is complete when its windows come, but for those of a capture that
 * is replayed (our choice).
 */
const HOLD_OF_ONE_MS = 50;

/**
 * Everything that crosses between processes, as components for the roles to start: `own` is what this process
 * says, `heard` what all say. Windows are not lost on their way to the database; the rest are messages that
 * may be.
 */
export function createCluster(
  { over, processId, roles, tookOver }: ClusterConfig,
  { own, heard, log }: { own: Bus; heard: Bus; log: Log },
) {
  let link: Link;
  let carrier: Carrier;
  if ("nats" in over) {
    const nats = createNatsLink(
      { url: over.nats.url, access: over.nats.access, name: `p4twin ${[...roles].join("+")} ${processId}` },
      { log },
    );
    link = nats;
    carrier = overNats(createWindowStream(nats, over.nats.replicas), log);
  } else {
    link = over.local;
    carrier = overSupervisor(over.local, own, processId);
  }
  const several = "nats" in over;
  const startedMs = Date.now();
  const followers = new Set<() => void>();
  return {
    link,
    carrier,
    /** Are there several collectors, whose windows of a second are put together? */
    several,
    relay: createLiveRelay(link, own, processId),
    followLive: createLiveReceiver(link, heard, { merge: several }),
    closedWindows: createClosedWindows(link, heard, {
      ...defaultClosedWindowsConfig,
      ...(several ? {} : { holdMs: HOLD_OF_ONE_MS }),
    }),
    processes: createProcessList(link),
    /** What this process says of itself once a second. */
    statements: (account: () => Pick<Statement, "collector" | "outbox" | "writer" | "incidents">) =>
      createStatements(link, (atMs) => {
        const { user, system } = process.cpuUsage();
        return {
          ...{ processId, pid: process.pid, host: hostname(), roles: [...roles], startedMs, tookOver, atMs },
          ...{ residentBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 },
          link: link.counters(),
          ...account(),
        };
      }),
    /** A deployment has changed: who follows changes does so here at once, also while the link is away. */
    announceChange(deploymentId: string): void {
      for (const handler of followers) handler();
      link.publish(CHANGED, deploymentId);
    },
    /**
     * Calls `handler` when a process has changed a deployment, and when the link is back: then some may have been
     * missed.
     */
    changes(handler: () => void): Component {
      let offs: (() => void)[] = [];
      return {
        name: "changes",
        async start() {
          followers.add(handler);
          offs = [link.on(CHANGED, handler), link.onConnect(handler)];
        },
        async stop() {
          followers.delete(handler);
          for (const off of offs) off();
        },
      };
    },
  };
}
