import { hostname } from "node:os";
import type { Log } from "../observability/log.ts";
import type { ProcessRole } from "../roles.ts";
import type { Bus } from "./bus.ts";
import { createClosedWindows } from "./closedWindows.ts";
import { createLiveReceiver, createLiveRelay } from "./liveRelay.ts";
import { createNatsLink } from "./natsLink.ts";
import { createProcessList, createStatements, type Statement } from "./statements.ts";
import { createWindowStream } from "./windowStream.ts";

export type ClusterConfig = {
  url: string;
  replicas: number;
  processId: string;
  roles: ReadonlySet<ProcessRole>;
};

const CHANGED = "p4twin.changed";

/**
 * Everything that crosses NATS, as components for the roles to start: `own` is what this process says, `heard` what all say. Windows go
 * by the stream and are not lost; the rest are core messages that may be.
 */
export function createCluster(
  config: ClusterConfig,
  { own, heard, log }: { own: Bus; heard: Bus; log: Log },
) {
  const { processId, roles } = config;
  const link = createNatsLink(
    { url: config.url, name: `p4twin ${[...roles].join("+")} ${processId}` },
    { log },
  );
  const startedMs = Date.now();
  return {
    link,
    stream: createWindowStream(link, config.replicas),
    relay: createLiveRelay(link, own, processId),
    followLive: createLiveReceiver(link, heard),
    closedWindows: createClosedWindows(link, heard),
    processes: createProcessList(link),
    /** What this process says of itself once a second. */
    statements: (account: () => Pick<Statement, "collector" | "outbox" | "writer">) =>
      createStatements(link, (atMs) => ({
        ...{ processId, host: hostname(), roles: [...roles], startedMs, atMs, link: link.counters() },
        ...account(),
      })),
    announceChange: (deploymentId: string): void => link.publish(CHANGED, deploymentId),
    /** Calls `handler` when a process has changed a deployment, and when NATS is back: then some may have been missed. */
    onChange(handler: () => void): () => void {
      const offs = [link.on(CHANGED, handler), link.onConnect(handler)];
      return () => {
        for (const off of offs) off();
      };
    },
  };
}
export type Cluster = ReturnType<typeof createCluster>;
