import type { Bus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";
import type { Deployment } from "../deployments/schema.ts";
import type { Log } from "../observability/log.ts";
import { createOrderedWrites } from "../shared/orderedWrites.ts";
import type { Clock } from "../shared/service.ts";
import type { AlarmStates } from "./alarmStates.ts";
import type { EventLog } from "./eventLog.ts";
import { createSegmentWatch, type Transition } from "./segmentWatch.ts";
import type { EventStore } from "./store.ts";

/** How often mutes are looked at whose time may be over. */
const MUTE_CHECK_MS = 2_000;
/**
 * An alarm is about now: older windows, as a capture that is filled into the past gives them, raise and clear
 * none (our choice).
 */
const STALE_MS = 60_000;

export type WatcherDeps = {
  bus: Bus;
  store: Pick<EventStore, "ofSegments" | "lastClosed">;
  log: EventLog;
  alarms: AlarmStates;
  deployments(): Promise<Deployment[]>;
  /** percentile of a window in us, `null` for one without packets */
  percentileUs(row: WindowRow, share: number): number | null;
  /** does the twin say that the model of this segment has drifted? */
  drifts(deploymentId: string, segmentId: string): boolean;
  /** Is the database there? */
  reachable(): Promise<boolean>;
  clock: Clock;
  errors: Log;
};

export type EventWatcher = Component & {
  /** Takes over changed bindings and alarm rules; segments that stay keep their state. */
  reload(): Promise<void>;
  /** what it did since it started; `lost`: transitions that could not be stored */
  counters(): Readonly<Record<Transition["kind"] | "lost", number>>;
};

const key = (deploymentId: string, segmentId: string): string => `${deploymentId}/${segmentId}`;

/** A second of a segment: its own window and those of its parts. */
type Second = { whole: WindowRow | null; parts: WindowRow[] };

/** The windows of one message by segment and second, oldest second first. */
function secondsOf(rows: readonly WindowRow[]): Second[] {
  const seconds = new Map<string, Second>();
  for (const row of rows) {
    const id = `${key(row.deploymentId, row.segmentId)}/${row.startMs}`;
    const second = seconds.get(id) ?? { whole: null, parts: [] };
    seconds.set(id, second);
    if (row.part === 0) second.whole = row;
    else second.parts.push(row);
  }
  return [...seconds.values()].sort((a, b) => (a.whole?.startMs ?? 0) - (b.whole?.startMs ?? 0));
}

/** Steps the alarm of every segment with each closed window, and writes what opens, changes and closes as events. */
export function createEventWatcher(deps: WatcherDeps): EventWatcher {
  const { bus, store, log, alarms, deployments, percentileUs, drifts, clock, errors } = deps;
  let off: (() => void) | null = null;
  let timer: NodeJS.Timeout | null = null;
  const counters = { opened: 0, changed: 0, closed: 0, suppressed: 0 };
  // an event is opened before it is closed, also when it is while the database is away
  const writes = createOrderedWrites({ reachable: deps.reachable, what: "an event", log: errors });
  const write = writes.add;

  const apply = (place: { deploymentId: string; segmentId: string }, transition: Transition): void => {
    counters[transition.kind]++;
    const at = new Date(transition.atMs);
    switch (transition.kind) {
      case "opened":
        write(() => log.open({ ...place, ...transition.content, openedAt: at }));
        break;
      case "changed":
        write(() => log.change(place, transition.content, at));
        break;
      case "closed":
        write(() => log.close(place, at));
        break;
      case "suppressed":
        write(() => log.suppress(place, at));
        break;
    }
  };

  const take = (rows: WindowRow[]): void => {
    for (const { whole, parts } of secondsOf(rows)) {
      if (!whole || whole.startMs < clock().getTime() - STALE_MS) continue;
      const { deploymentId, segmentId } = whole;
      const watch = alarms.of(deploymentId, segmentId);
      const transition = watch?.step(whole, parts, {
        percentileUs: (share) => percentileUs(whole, share),
        drifts: () => drifts(deploymentId, segmentId),
      });
      if (transition) apply({ deploymentId, segmentId }, transition);
    }
  };

  const reload = async (): Promise<void> => {
    const active = (await deployments()).filter(({ status }) => status === "active");
    const next = active.flatMap(({ id: deploymentId, segments }) =>
      segments.map((segment) => {
        const watch = alarms.of(deploymentId, segment.id) ?? createSegmentWatch(segment);
        watch.rebind(segment);
        return { deploymentId, segmentId: segment.id, watch };
      }),
    );
    // an alarm that nobody watches any more cannot clear: its event ends here
    for (const { watch, ...place } of alarms.replace(next))
      if (watch.hasEvent) apply(place, { kind: "closed", atMs: clock().getTime() });
  };

  const resume = async (): Promise<void> => {
    for (const { deploymentId, segmentId, closedAt } of await store.lastClosed())
      alarms.of(deploymentId, segmentId)?.closedBefore(closedAt.getTime());
    // what was open when the process ended is closed by the alarm that continues it, or now if nobody watches it
    for (const event of await store.ofSegments({ open: true, limit: 1000 })) {
      const watch = alarms.of(event.deploymentId, event.segmentId);
      if (watch) watch.resume(event);
      else await log.close(event, clock());
    }
  };

  return {
    name: "events",
    async start() {
      await reload();
      await resume();
      off = bus.windows.on(take);
      timer = setInterval(() => {
        // while others wait it would only add to them
        if (writes.counters().waiting === 0) write(() => log.endExpired(clock()));
      }, MUTE_CHECK_MS);
    },
    async stop() {
      off?.();
      if (timer) clearInterval(timer);
      await writes.stop();
      // another process may go on from here: what this one knew is old by its next start
      alarms.replace([]);
    },
    reload,
    counters: () => ({ ...counters, lost: writes.counters().lost }),
  };
}
