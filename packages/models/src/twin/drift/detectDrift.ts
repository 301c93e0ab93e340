import { type Change, changeOf, isBeyond, type Side } from "./change.ts";
import type { DriftSettings } from "./driftSettings.ts";
import { type DriftState, startDrift } from "./driftState.ts";
import {
  afterSilence,
  cameBack,
  moved,
  placesOf,
  SHORTEST,
  type Stretch,
  startExcursions,
  withShare,
  withStay,
} from "./excursions.ts";
import { bounded, meanOf, medianOf, type Noise, noiseOf } from "./noise.ts";
import {
  changeOfRuns,
  type Level,
  levelMean,
  type Run,
  runsBefore,
  wereStarts,
  withLevel,
  withWindow,
} from "./runs.ts";

/** `runShare`: what runs of the switches differ by, one standard deviation over the prediction, where it counts. */
export type DriftRules = DriftSettings & { runShare?: number };

export type DriftChange = "drifted" | "cleared" | null;

/** Windows that are remembered to find where a drift began. */
const RECENT = 300;
/** Windows whose median tells how large the shift is. */
const SIZED_BY = 15;
/** After a gap longer than this (an alarm, no packets) what was summed before says nothing any more (our choice). */
const GAP_MS = 30_000;
/** A sum that stays above the threshold is looked at after so many windows each (our choice). */
const LOOK_EVERY = 5;
/** Noise below this part of the floor need not be resolved (our choice). */
const RESOLVED = 1 / 4;

/**
 * One window further (Page 1954, Hinkley 1971): the winsorised residual is summed beyond its running mean and
 * an allowance, at least half the operator's floor, to both sides; a sum above the threshold with a shift above
 * the floor, and beyond what came back before, is a drift. One that brings the residual within the floor of zero is
 * none: the model holds again, and the usual is learnt anew. Where runs of the switch differ a change may be a start of
 * it: then several starts decide (`stepRuns`). `share` is the residual of the window over its prediction; `null` (no
 * packets, no prediction, an alarm is up) leaves the state as it is. Pure.
 */
export function stepDrift(
  before: DriftState,
  settings: DriftRules,
  atMs: number,
  share: number | null,
): { state: DriftState; change: DriftChange } {
  if (share === null) return { state: before, change: null };
  const lastMs = before.recent.at(-1)?.[0] ?? atMs;
  const { runShare } = settings;
  const isKept = before.phase === "drifted" && runShare === undefined;
  const state = !isKept && atMs - lastMs > GAP_MS ? afterGap(before) : before;
  const recent: DriftState["recent"] = [...state.recent.slice(1 - RECENT), [atMs, share]];
  if (!state.noise) {
    const warm = [...state.warm, share];
    if (warm.length < settings.warmWindows) return { state: { ...state, warm, recent }, change: null };
    const noise = noiseFrom(warm, settings);
    const mean = meanOf(warm.map((each) => bounded(noise, each)));
    const excursions = warm.reduce(
      (known, _, i) => withShare(known, warm.slice(0, i + 1), settings.memoryWindows, false),
      startExcursions(),
    );
    const learnt = { warm, noise, mean, windows: warm.length, recent, excursions };
    return { state: { ...startDrift(), phase: "watching", ...learnt }, change: null };
  }
  if (runShare !== undefined) return stepRuns({ ...state, recent }, { ...settings, runShare }, atMs, share);
  if (state.phase === "drifted") {
    const { up, down } = state;
    // the usual stays what it was before the drift
    const known = excursionsOf({ ...state, recent }, up, down, { ...settings, memoryWindows: null });
    const now = medianOf(recent.slice(-SIZED_BY).map(([, each]) => each)) - state.mean;
    return stepDrifted({ ...state, recent, ...known }, settings, now);
  }

  const { next, found, side } = sumUp({ ...state, noise: state.noise, recent }, settings, atMs, share);
  if (!found || !isBeyond(next, side, found, settings)) return { state: next, change: null };
  const usual = usualBefore(next, found, settings);
  const { mean } = usual;
  const shift = found.shift + next.mean - mean;
  if (Math.abs(mean + shift) < Math.min(settings.minShare, Math.abs(mean)))
    return { state: startDrift(), change: null };
  const { sinceMs } = found;
  return { state: { ...next, ...usual, phase: "drifted", sinceMs, shift, calm: 0 }, change: "drifted" };
}

/** The usual without the windows of a change, which moved the running mean until it was called. */
function usualBefore(
  { recent, mean: now, noise, windows }: DriftState,
  { first }: Change,
  { memoryWindows }: DriftSettings,
): Pick<DriftState, "mean" | "noise"> {
  if (!noise) return { mean: now, noise };
  let mean = now;
  for (let i = recent.length - 1; i >= first; i--) {
    const counted = windows < memoryWindows ? windows - (recent.length - 1 - i) : windows;
    if (counted <= 1) break;
    mean += (mean - bounded(noise, recent[i]![1])) / (counted - 1);
  }
  return { mean, noise: { ...noise, centre: noise.centre + mean - now } };
}

/** The sums one window further, with the change of the mean that they show, if any. */
function sumUp(
  state: DriftState & { noise: Noise },
  settings: DriftSettings,
  atMs: number,
  share: number,
): { next: DriftState; found: Change | null; side: Side } {
  const { allowance, threshold, memoryWindows, minShare } = settings;
  const { scale } = state.noise;
  const counted = bounded(state.noise, share);
  const windows = Math.min(memoryWindows, state.windows + 1);
  const mean = state.mean + (counted - state.mean) / windows;
  const z = (counted - mean) / scale;
  const ignored = Math.max(allowance, minShare / 2 / scale);
  const up = Math.max(0, state.up + z - ignored);
  const down = Math.max(0, state.down - z - ignored);
  const learning = learnt(state, settings, share);
  const next: DriftState = {
    ...learning,
    // where values count moves with the usual
    noise:
      learning.noise === state.noise
        ? { ...state.noise, centre: state.noise.centre + mean - state.mean }
        : learning.noise,
    ...excursionsOf(state, up, down, settings),
    windows,
    mean,
    // a sum that waits for a shift above the floor does not grow on
    up: Math.min(up, threshold),
    down: Math.min(down, threshold),
    upSinceMs: up > 0 ? (state.upSinceMs ?? atMs) : null,
    downSinceMs: down > 0 ? (state.downSinceMs ?? atMs) : null,
  };
  const side = up > down ? 1 : -1;
  const waits = Math.max(state.up, state.down) >= threshold && next.excursions.windows % LOOK_EVERY !== 0;
  if (Math.max(up, down) <= threshold || waits) return { next, found: null, side };
  const change = changeOf(next, side, side > 0 ? next.upSinceMs : next.downSinceMs);
  return { next, found: Math.abs(change.shift) < minShare ? null : change, side };
}

/** What the last windows say about how far the share is off, and for how long. */
function excursionsOf(
  { excursions, recent, upOff, downOff }: DriftState,
  up: number,
  down: number,
  { threshold, memoryWindows }: { threshold: number; memoryWindows: number | null },
): Pick<DriftState, "excursions" | "upOff" | "downOff"> {
  const isHeld = Math.max(up, down) > SUSPICIOUS * threshold;
  const last = lastShares(recent);
  const known = isHeld ? excursions : cameBack(excursions);
  const next = withShare(known, last, memoryWindows, isHeld);
  const isSpan = next.windows % SHORTEST === 0 && known.usual !== null;
  const off = isSpan ? moved(known.usual!, placesOf(last)) : 0;
  const withOff = ([spans, sum, most]: Stretch): Stretch =>
    isSpan ? [spans + 1, sum + off, Math.max(most, Math.abs(off))] : [spans, sum, most];
  const ended = [...(up > 0 ? [] : [upOff]), ...(down > 0 ? [] : [downOff])];
  return {
    excursions: ended.reduce(withStay, next),
    upOff: up > 0 ? withOff(upOff) : [0, 0, 0],
    downOff: down > 0 ? withOff(downOff) : [0, 0, 0],
  };
}

const lastShares = (recent: DriftState["recent"]): number[] =>
  recent.slice(-SHORTEST).map(([, share]) => share);

/**
 * One window further, where runs of the switch differ by `runShare`: each change of the level begins a run, whether the
 * switch started or the model is off from then on, and the means of runs before and after a change decide between them.
 */
function stepRuns(
  state: DriftState,
  settings: DriftSettings & { runShare: number },
  atMs: number,
  share: number,
): { state: DriftState; change: DriftChange } {
  const noise = state.noise!;
  const { next, found } = sumUp({ ...state, noise }, settings, atMs, share);
  const counted = bounded(noise, share);
  const known = runsOf(state);
  const level = state.started
    ? { sinceMs: atMs, shares: [share], middle: share }
    : found && levelFrom(next, found);
  const runs = level ? withLevel(runsBefore(known, level.sinceMs), level, noise) : withWindow(known, counted);
  const stepped: DriftState = level
    ? { ...atLevel(next, noise, level), runs, started: false }
    : { ...next, runs };
  // one window of a known start says nothing of its level yet
  const isNew = level !== null && !state.started;
  if (!isNew && !isDue(runs.at(-1)!.windows)) return { state: stepped, change: null };
  const { runShare, minShare } = settings;
  const calm: DriftState = { ...stepped, phase: "watching", sinceMs: null, shift: null };
  if (stepped.phase !== "drifted") {
    const moved = changeOfRuns(runs, runShare, noise.scale);
    if (!moved || Math.abs(moved.shift) < minShare) return { state: stepped, change: null };
    return { state: { ...stepped, phase: "drifted", ...moved }, change: "drifted" };
  }
  const sinceMs = stepped.sinceMs ?? 0;
  const were = stepped.shift ?? 0;
  if (wereStarts(runs, sinceMs, runShare, noise.scale)) return { state: calm, change: "cleared" };
  const ofDrift = runs.filter((run) => run.sinceMs >= sinceMs);
  const moved = changeOfRuns(ofDrift, runShare, noise.scale);
  if (!moved) return { state: stepped, change: null };
  const shift = were + moved.shift;
  if (Math.abs(shift) >= Math.abs(were) / 2) return { state: { ...stepped, shift }, change: null };
  // the runs of the drift say nothing about the next one
  const left = runs.filter((run) => run.sinceMs < sinceMs || run.sinceMs >= moved.sinceMs);
  return { state: { ...calm, runs: left }, change: "cleared" };
}

/** The runs that are known; one from the first remembered window on, where none were told apart. */
export const runsOf = ({ runs, recent, mean, windows }: DriftState): readonly Run[] =>
  runs.length > 0 ? runs : [{ sinceMs: recent[0]?.[0] ?? 0, mean, windows }];

/** Windows of a run after which it is looked at: each time twice as many (our choice). */
const isDue = (windows: number): boolean =>
  windows >= SIZED_BY && Number.isInteger(Math.log2(windows / SIZED_BY));

/** The windows since a change. */
function levelFrom({ recent }: DriftState, { sinceMs }: Change): Level {
  const since = sinceMs ?? recent[0]![0];
  const shares = recent.flatMap(([at, share]) => (at >= since ? [share] : []));
  return { sinceMs: since, shares, middle: medianOf(shares) };
}

/**
 * What was learnt goes on around the new level. Of the windows from which the noise is learnt the last ones may be of
 * that level: they are left out.
 */
export function atLevel(state: DriftState, noise: Noise, { shares, middle }: Level): DriftState {
  const isLearning = state.warm.length > shares.length;
  const warm = isLearning ? state.warm.slice(0, -shares.length) : state.warm;
  const by = middle - medianOf(warm);
  return {
    ...state,
    ...{ up: 0, down: 0, upSinceMs: null, downSinceMs: null },
    warm: warm.map((share) => share + by),
    noise: { ...noise, centre: middle },
    mean: levelMean({ ...noise, centre: middle }, shares),
    windows: shares.length,
  };
}

const noiseFrom = (warm: readonly number[], { clip, minShare }: DriftSettings): Noise =>
  noiseOf(warm, clip, minShare * RESOLVED);

/** What was learnt stays, what was summed does not. */
const afterGap = (state: DriftState): DriftState => ({
  ...state,
  ...{ up: 0, down: 0, upSinceMs: null, downSinceMs: null, upOff: [0, 0, 0], downOff: [0, 0, 0] },
  ...{ recent: [], excursions: afterSilence(state.excursions) },
  ...(state.runs.length > 0 ? {} : { sinceMs: null, shift: null, calm: 0 }),
});

/**
 * Windows between two looks at the noise, and the share of the threshold above which a sum is suspicious (our choice).
 */
const LEARN_EVERY = 30;
const SUSPICIOUS = 0.25;

/** The noise is learnt on from the first windows that show no sign of a drift; a warm start alone knows it badly. */
function learnt(state: DriftState, settings: DriftSettings, share: number): DriftState {
  const { warm, up, down } = state;
  if (warm.length >= settings.learnWindows || Math.max(up, down) > SUSPICIOUS * settings.threshold)
    return state;
  const longer = [...warm, share];
  const look = longer.length % LEARN_EVERY === 0 || longer.length >= settings.learnWindows;
  return { ...state, warm: longer, noise: look ? noiseFrom(longer, settings) : state.noise };
}

/** A drift lasts until the residual stayed nearer to the usual than to the drifted value for long enough. */
function stepDrifted(
  state: DriftState,
  settings: DriftSettings,
  shift: number,
): { state: DriftState; change: DriftChange } {
  const largest = state.shift ?? 0;
  const isBack = Math.abs(shift) < Math.abs(largest) / 2;
  const calm = isBack ? state.calm + 1 : 0;
  // the shift shown is the one now, except on the way back, where it would vanish before the drift is over
  const shown = isBack ? largest : shift;
  if (calm < settings.clearWindows) return { state: { ...state, calm, shift: shown }, change: null };
  // the windows of the drift say nothing about the next one
  const excursions = [state.upOff, state.downOff].reduce(withStay, cameBack(state.excursions));
  return { state: { ...afterGap({ ...state, excursions }), phase: "watching" }, change: "cleared" };
}
