import {
  type AlarmState,
  blame,
  calm,
  defaultAlarm,
  type ElementReading,
  stepAlarm,
} from "@p4twin/models/twin";
import type { Bus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";
import type { BoundSegment, Deployment } from "../deployments/schema.ts";
import type { Log } from "../observability/log.ts";
import type { Clock } from "../shared/service.ts";
import type { Evidence } from "./schema.ts";
import type { EventStore } from "./store.ts";

/** Weight of one calm second in what an element usually takes: about half a minute of memory (our choice). */
const MEMORY = 1 / 30;

type Watched = {
  segment: BoundSegment;
  state: AlarmState;
  /** exponentially weighted mean of each element while the segment was calm */
  usualUs: (number | null)[];
  /** last mean of each element */
  meanUs: (number | null)[];
};

export type WatcherDeps = {
  bus: Bus;
  store: EventStore;
  deployments(): Promise<Deployment[]>;
  /** 99th percentile of a window in us, `null` for one without packets */
  p99Us(row: WindowRow): number | null;
  clock: Clock;
  log: Log;
};

export type EventWatcher = Component & {
  /** Takes over changed bindings and alarm rules; segments that stay keep their state. */
  reload(): Promise<void>;
  /** Is the alarm of this segment up? */
  raised(deploymentId: string, segmentId: string): boolean;
};

const key = (deploymentId: string, segmentId: string): string => `${deploymentId}/${segmentId}`;

/** Steps the alarm of every segment with each closed window, and writes what rises and clears as events. */
export function createEventWatcher({
  bus,
  store,
  deployments,
  p99Us,
  clock,
  log,
}: WatcherDeps): EventWatcher {
  let watched = new Map<string, Watched>();
  let off: (() => void) | null = null;
  // writes of one segment keep their order: an event is opened before it is closed
  let writes: Promise<void> = Promise.resolve();
  const write = (work: () => Promise<unknown>): void => {
    writes = writes.then(work).then(
      () => {},
      (error: unknown) => log.error({ error }, "an event could not be stored"),
    );
  };

  const readings = (w: Watched): ElementReading[] =>
    w.segment.elements.map((e, i) => ({
      label: e.label,
      kind: e.kind,
      meanUs: w.meanUs[i] ?? null,
      usualUs: w.usualUs[i] ?? (e.kind === "vnf" ? e.meanUs : null),
    }));

  const noteElement = (w: Watched, index: number, row: WindowRow): void => {
    if (row.count === 0) return;
    const mean = row.sumUs / row.count;
    w.meanUs[index] = mean;
    if (w.state.raised || w.state.recent.includes(true)) return;
    const usual = w.usualUs[index];
    w.usualUs[index] = usual === null || usual === undefined ? mean : usual + MEMORY * (mean - usual);
  };

  const raise = (w: Watched, row: WindowRow): void => {
    const { segment } = w;
    const rule = segment.alarm ?? defaultAlarm(segment.plUs);
    const elements = readings(w);
    const found = blame(elements);
    const evidence: Evidence = {
      p99Us: p99Us(row),
      triggerUs: rule.triggerUs,
      resetUs: rule.resetUs,
      plUs: segment.plUs,
      dlUs: segment.dlUs,
      count: row.count,
      abovePl: row.abovePl,
      aboveDl: row.aboveDl,
      dropped: row.dropped,
      elements,
      blame: found,
    };
    write(() =>
      store.open({
        deploymentId: row.deploymentId,
        segmentId: segment.id,
        hop: found?.label ?? null,
        evidence,
        openedAt: new Date(row.startMs),
      }),
    );
  };

  const take = (rows: WindowRow[]): void => {
    // elements first: the window that raises an alarm must already know what its elements took
    for (const row of rows) {
      const w = row.part > 0 ? watched.get(key(row.deploymentId, row.segmentId)) : undefined;
      if (w) noteElement(w, row.part - 1, row);
    }
    for (const row of rows) {
      const w = row.part === 0 ? watched.get(key(row.deploymentId, row.segmentId)) : undefined;
      if (!w) continue;
      // a dropped packet never arrives: where more than 1 % are dropped, the 99th percentile of all packets is infinite
      const lost = row.dropped > 0.01 * (row.count + row.dropped);
      const p99 = lost ? Number.POSITIVE_INFINITY : p99Us(row);
      const { state, change } = stepAlarm(w.state, w.segment.alarm ?? defaultAlarm(w.segment.plUs), p99);
      w.state = state;
      if (change === "raised") raise(w, row);
      else if (change === "cleared")
        write(() => store.close(row.deploymentId, row.segmentId, new Date(row.startMs + 1000 * row.lengthS)));
    }
  };

  const reload = async (): Promise<void> => {
    const next = new Map<string, Watched>();
    for (const deployment of await deployments()) {
      if (deployment.status !== "active") continue;
      for (const segment of deployment.segments) {
        const id = key(deployment.id, segment.id);
        const old = watched.get(id);
        const same = old && old.segment.elements.length === segment.elements.length;
        next.set(id, {
          segment,
          state: old?.state ?? calm(),
          usualUs: same ? old.usualUs : segment.elements.map(() => null),
          meanUs: same ? old.meanUs : segment.elements.map(() => null),
        });
      }
    }
    watched = next;
  };

  return {
    name: "events",
    async start() {
      await reload();
      // what was open when the process ended is closed by the alarm that continues it, or now if it is calm
      for (const event of await store.list({ open: true, limit: 1000 })) {
        const w = watched.get(key(event.deploymentId, event.segmentId));
        if (w) w.state = { raised: true, recent: [], quiet: 0 };
        else await store.close(event.deploymentId, event.segmentId, clock());
      }
      off = bus.windows.on(take);
    },
    async stop() {
      off?.();
      await writes;
    },
    reload,
    raised: (deploymentId, segmentId) => watched.get(key(deploymentId, segmentId))?.state.raised ?? false,
  };
}
