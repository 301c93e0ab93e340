import type { BoundSegment } from "@p4twin/models/twin";
import type { Link } from "../bus/link.ts";
import type { Component } from "../components.ts";
import type { TwinMonitor } from "./monitor.ts";
import type { CurrentModel } from "./watched.ts";

const SUBJECT = "p4twin.twin";
const EVERY_MS = 1_000;
/**
 * What was said is said again after this long, for a process that began to listen meanwhile; older than twice
 * that it is not of now (our choice).
 */
const AGAIN_MS = 5_000;

type Said = { deploymentId: string; segments: { segment: BoundSegment; model: CurrentModel }[] };

/** Says what the monitor of this process knows of each segment: when it changed, and every few seconds. */
export function createTwinNowSender(
  link: Pick<Link, "publish">,
  all: TwinMonitor["all"],
  now: () => number = () => performance.now(),
): Component {
  const last = new Map<string, { text: string; atMs: number }>();
  let timer: NodeJS.Timeout | null = null;
  const say = (): void => {
    const deployments = new Map<string, Said>();
    for (const { deploymentId, segment, model } of all()) {
      const said = deployments.get(deploymentId) ?? { deploymentId, segments: [] };
      deployments.set(deploymentId, said);
      said.segments.push({ segment, model });
    }
    for (const id of last.keys()) if (!deployments.has(id)) last.delete(id);
    for (const [id, said] of deployments) {
      const text = JSON.stringify(said);
      const before = last.get(id);
      if (before?.text === text && now() - before.atMs < AGAIN_MS) continue;
      last.set(id, { text, atMs: now() });
      link.publish(SUBJECT, text);
    }
  };
  return {
    name: "what the twin says now",
    async start() {
      timer = setInterval(say, EVERY_MS);
    },
    async stop() {
      if (timer) clearInterval(timer);
    },
  };
}

/** Hears what the monitor of another process knows. `now` is null for what nobody said lately. */
export function createTwinNowReceiver(
  link: Pick<Link, "on">,
  clock: () => number = () => performance.now(),
): Component & { now: TwinMonitor["now"] } {
  const heard = new Map<
    string,
    { atMs: number; segments: Map<string, { text: string; model: CurrentModel }> }
  >();
  let off: (() => void) | null = null;
  return {
    name: "what the twin says now",
    async start() {
      off = link.on(SUBJECT, (payload) => {
        const { deploymentId, segments }: Said = JSON.parse(Buffer.from(payload).toString());
        heard.set(deploymentId, {
          atMs: clock(),
          segments: new Map(
            segments.map(({ segment, model }) => [segment.id, { text: JSON.stringify(segment), model }]),
          ),
        });
        for (const [id, { atMs }] of heard) if (clock() - atMs > 2 * AGAIN_MS) heard.delete(id);
      });
    },
    async stop() {
      off?.();
    },
    now(deploymentId, segment) {
      const deployment = heard.get(deploymentId);
      if (!deployment || clock() - deployment.atMs > 2 * AGAIN_MS) return null;
      const known = deployment.segments.get(segment.id);
      return known?.text === JSON.stringify(segment) ? known.model : null;
    },
  };
}
