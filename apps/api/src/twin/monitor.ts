import type { BoundSegment } from "@p4twin/models/twin";
import {
  type DriftSettings,
  type EstimateMemo,
  measuredLoad,
  noteStart,
  type Predictor,
  queuePasses,
  startDrift,
  withRunSpread,
} from "@p4twin/models/twin";
import type { Bus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";
import type { PlacedDeployment } from "../deployments/store.ts";
import type { Log } from "../observability/log.ts";
import type { Clock } from "../shared/service.ts";
import { notAhead } from "../shared/wallClock.ts";
import { hasMoved } from "./hasMoved.ts";
import type { HistoryStore, KeptPrediction } from "./historyStore.ts";
import { RecentWindows } from "./recentWindows.ts";
import { type SwitchStart, startsIn } from "./starts.ts";
import { type CurrentModel, judgeWindow, key, modelOf, type Watched } from "./watched.ts";

export type MonitorConfig = {
  /** predictions follow the observed load this often */
  everyMs: number;
  /** windows that make up the load of now */
  loadWindows: number;
  /** a prediction is kept when it moved by more than this share */
  keptShare: number;
  /** detectors are kept this often, and when they change their mind */
  keepDriftsEveryMs: number;
  /** windows with fewer packets are put together until there are as many: the mean of a few says little */
  minPackets: number;
  /** predictions that ended before are forgotten */
  historyDays: number;
};
/** Our choice. */
export const defaultMonitorConfig: MonitorConfig = {
  everyMs: 5_000,
  loadWindows: 10,
  keptShare: 0.01,
  keepDriftsEveryMs: 60_000,
  minPackets: 10,
  historyDays: 40,
};

/** A detector changed its mind: `drifted` with when it began and how far the residual moved, or `cleared`. */
export type DriftMessage = {
  deploymentId: string;
  segmentId: string;
  kind: "drifted" | "cleared";
  atMs: number;
  sinceMs: number | null;
  shift: number | null;
};

export type MonitorDeps = {
  bus: Pick<Bus, "windows">;
  history: HistoryStore;
  /** of all workspaces */
  deployments(): Promise<PlacedDeployment[]>;
  predictor(workspaceId: string): Predictor;
  /** is the alarm of this segment up? */
  raised(deploymentId: string, segmentId: string): boolean;
  driftSettings(workspaceId: string): Promise<DriftSettings>;
  /** starts of switches that were noticed since it was asked last */
  starts(): Promise<SwitchStart[]>;
  clock: Clock;
  log: Log;
};

export type TwinMonitor = Component & {
  /** Takes over changed bindings, profiles and settings; detectors of unchanged models keep their state. */
  reload(): Promise<void>;
  /** Has the model of this segment drifted? */
  drifts(deploymentId: string, segmentId: string): boolean;
  /**
   * What is predicted of a segment now and how its detector stands; null where nobody watches it as it is bound here.
   */
  now(deploymentId: string, segment: BoundSegment): CurrentModel | null;
  /** The same of every segment that is watched here. */
  all(): { deploymentId: string; segment: BoundSegment; model: CurrentModel }[];
  /** Calls back with every change of a detector; returns what takes the handler off again. */
  onDrift(handler: (message: DriftMessage) => void): () => void;
  /** Predictions follow the load now, and what changed is kept; starts that were noticed begin runs. */
  follow(): Promise<void>;
};

const MS_PER_DAY = 86_400_000;

/** Watches the models: predictions at the load of now, kept when they change, and a drift detector for each segment. */
export function createTwinMonitor(config: MonitorConfig, deps: MonitorDeps): TwinMonitor {
  const { bus, history, deployments, predictor, raised, driftSettings, starts, clock, log } = deps;
  let watched = new Map<string, Watched>();
  /** by workspace; as long as the watched segments stay */
  const passing = new Map<string, ReturnType<typeof queuePasses>>();
  /** of each workspace */
  let settings = new Map<string, DriftSettings>();
  const ageClock = notAhead(clock);
  const handlers = new Set<(message: DriftMessage) => void>();
  const timers: NodeJS.Timeout[] = [];
  let off: (() => void) | null = null;
  // several processes know the deployments, one watches them
  let running = false;
  // one after another: a prediction is not kept twice
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work).catch((error: unknown) => log.error({ error }, "the twin could not be followed"));
    return turn;
  };

  const stepOne = (w: Watched, row: WindowRow): void => {
    const { deploymentId, segment } = w;
    const change = judgeWindow(w, row, {
      minPackets: config.minPackets,
      rules: settings.get(w.workspaceId) ?? null,
      isRaised: raised(deploymentId, segment.id),
    });
    if (!change) return;
    const { sinceMs, shift } = w.drift;
    const message: DriftMessage = {
      deploymentId,
      segmentId: segment.id,
      kind: change,
      atMs: row.startMs + 1000 * row.lengthS,
      sinceMs,
      shift,
    };
    void inTurn(() => keepDrifts([w]));
    for (const handler of handlers) handler(message);
  };

  const take = (rows: WindowRow[]): void => {
    for (const row of rows) {
      const w = watched.get(key(row.deploymentId, row.segmentId));
      if (!w) continue;
      if (row.part === 0) stepOne(w, row);
      else if (row.queueMs > 0 && row.part <= w.segment.elements.length) w.recent.noteDepth(row);
    }
  };

  const keepDrifts = async (some: readonly Watched[]): Promise<void> => {
    const dirty = some.filter((w) => w.dirty);
    const kept = dirty.map(({ deploymentId, segment, prepared, drift }) => ({
      deploymentId,
      segmentId: segment.id,
      basis: prepared.basis,
      state: drift,
    }));
    await history.keepDrifts(kept, clock().getTime());
    for (const w of dirty) w.dirty = false;
  };

  const followNow = async (): Promise<void> => {
    const atMs = clock().getTime();
    const changed: KeptPrediction[] = [];
    // a queue of one workspace is not that of the same name in another
    const all = [...watched.values()];
    for (const workspaceId of new Set(all.map((w) => w.workspaceId))) {
      const some = all.filter((w) => w.workspaceId === workspaceId);
      const passes = passing.get(workspaceId) ?? queuePasses(some.map(({ segment }) => segment));
      passing.set(workspaceId, passes);
      const measured = measuredLoad(
        some.map((w) => {
          const rate = w.recent.rate(atMs);
          return { segment: w.segment, rate, ...(rate && { depthAt: (element) => w.recent.depth(element) }) };
        }),
        passes,
      );
      for (const w of some) {
        w.current = w.prepared.at(measured);
        const { basis } = w.prepared;
        if (w.kept && w.kept.basis === basis && !hasMoved(w.kept.predicted, w.current, config.keptShare))
          continue;
        w.kept = { basis, predicted: w.current };
        const { deploymentId, segment, current } = w;
        changed.push({ deploymentId, segmentId: segment.id, atMs, basis, prediction: current });
      }
    }
    await history.keepPredictions(changed);
  };

  /** Each start of a switch that was noticed begins a run of the segments that it is in. */
  const noteStarts = async (): Promise<void> => {
    for (const start of await starts())
      for (const w of watched.values()) {
        const { workspaceId, segment, current, drift } = w;
        const rules = settings.get(workspaceId);
        const isOwn = start.workspaceId === null || start.workspaceId === workspaceId;
        if (!rules || !isOwn || !startsIn(segment, start)) continue;
        w.drift = noteStart(drift, withRunSpread(rules, current?.prediction ?? null), start);
        w.dirty ||= w.drift !== drift;
      }
  };

  const reloadNow = async (): Promise<void> => {
    if (!running) return;
    const rules = new Map<string, DriftSettings>();
    const memos = new Map<string, EstimateMemo>();
    const next = new Map<string, Watched>();
    for (const { id: deploymentId, workspaceId, status, segments } of await deployments()) {
      if (status !== "active") continue;
      if (!rules.has(workspaceId)) rules.set(workspaceId, await driftSettings(workspaceId));
      const memo: EstimateMemo = memos.get(workspaceId) ?? new Map();
      memos.set(workspaceId, memo);
      for (const segment of segments) {
        const id = key(deploymentId, segment.id);
        const prepared = await predictor(workspaceId).prepare(segment, memo);
        const old = watched.get(id);
        const same = old?.prepared.basis === prepared.basis;
        const recent = old?.recent ?? new RecentWindows(config.loadWindows);
        if (!same) recent.forgetDepths();
        next.set(id, {
          workspaceId,
          deploymentId,
          segment,
          prepared,
          current: old?.current ?? null,
          kept: old?.kept ?? null,
          // another model is judged from the start
          drift: same ? old.drift : startDrift(),
          pending: { count: 0, sumUs: 0 },
          recent,
          dirty: same ? old.dirty : old !== undefined,
        });
      }
    }
    settings = rules;
    watched = next;
    passing.clear();
    await followNow();
  };

  const resume = async (): Promise<void> => {
    for (const { deploymentId, segmentId, basis, state } of await history.drifts(null)) {
      const w = watched.get(key(deploymentId, segmentId));
      if (w && w.prepared.basis === basis) w.drift = state;
    }
  };

  return {
    name: "twin",
    async start() {
      running = true;
      await inTurn(reloadNow);
      await inTurn(resume);
      off = bus.windows.on(take);
      timers.push(
        setInterval(() => void inTurn(followNow).then(() => inTurn(noteStarts)), config.everyMs),
        setInterval(() => void inTurn(() => keepDrifts([...watched.values()])), config.keepDriftsEveryMs),
        setInterval(
          () =>
            void inTurn(() => history.forgetBefore(ageClock().getTime() - config.historyDays * MS_PER_DAY)),
          MS_PER_DAY / 24,
        ),
      );
    },
    async stop() {
      running = false;
      off?.();
      for (const timer of timers.splice(0)) clearInterval(timer);
      await inTurn(() => keepDrifts([...watched.values()]));
      // another process may go on from here
      watched = new Map();
    },
    reload: () => inTurn(reloadNow),
    follow: () => inTurn(followNow).then(() => inTurn(noteStarts)),
    drifts: (deploymentId, segmentId) => watched.get(key(deploymentId, segmentId))?.drift.phase === "drifted",
    now(deploymentId, segment) {
      const w = watched.get(key(deploymentId, segment.id));
      return w && JSON.stringify(w.segment) === JSON.stringify(segment) ? modelOf(w) : null;
    },
    all: () =>
      [...watched.values()].flatMap((w) => {
        const model = modelOf(w);
        return model ? [{ deploymentId: w.deploymentId, segment: w.segment, model }] : [];
      }),
    onDrift(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
}
