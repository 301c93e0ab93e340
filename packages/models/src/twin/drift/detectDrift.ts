import { beyond, type Change, SIZED_BY } from "./change.ts";
import type { DriftRules, DriftSettings } from "./driftSettings.ts";
import { type DriftChange, type DriftState, startDrift } from "./driftState.ts";
import { afterSilence, cameBack, isLonger, startExcursions, withShare, withStay } from "./excursions.ts";
import { bounded, meanOf, medianOf, type Noise } from "./noise.ts";
import { stepRuns } from "./stepRuns.ts";
import { excursionsOf, LOOK_EVERY, noiseFrom, sumUp } from "./sums.ts";
import { type Waiting, waitingIs } from "./waiting.ts";

/** Windows that are remembered to find where a drift began. */
const RECENT = 300;
/** After a gap longer than this (an alarm, no packets) what was summed before says nothing any more (our choice). */
const GAP_MS = 30_000;

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
  // one copy a window: this is most of what a window costs
  const recent = state.recent.slice(1 - RECENT);
  recent.push([atMs, share]);
  if (!state.noise) {
    const warm = [...state.warm, share];
    if (warm.length < settings.warmWindows) return { state: { ...state, warm, recent }, change: null };
    const noise = noiseFrom(warm, settings);
    const mean = meanOf(warm.map((each) => bounded(noise, each)));
    const of = { memory: settings.memoryWindows, bound: noise.bound };
    const excursions = warm.reduce(
      (known, _, i) => withShare(known, warm.slice(0, i + 1), of, false),
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
  const far = found ? beyond(next, side, found, settings) : [];
  const isLong = far.some(({ windows, off }) => isLonger(next.excursions, windows, off));
  if (next.waiting && !(isLong && side !== next.waiting.side))
    return stepWaiting(next, next.waiting, settings, side === next.waiting.side ? found : null, isLong);
  if (!found || far.length === 0) return { state: next, change: null };
  const usual = usualBefore(next, found, settings);
  const { sinceMs } = found;
  if (isLong) return drifted(next, usual, sinceMs, found.shift + next.mean - usual.mean, settings);
  const [{ windows, off }] = far as [(typeof far)[0]];
  const waiting = { ...usual, sinceMs, side, windows, off, usual: next.excursions.usual! };
  return { state: { ...next, waiting }, change: null };
}

/** One window further of a change that waits until it lasts longer than what came back before. */
function stepWaiting(
  state: DriftState,
  before: Waiting,
  settings: DriftSettings,
  found: Change | null,
  isLong: boolean,
): { state: DriftState; change: DriftChange } {
  // while its beginning is among the remembered windows, more of them tell it better
  const isRecent = found !== null && found.first > 0 && before.windows < RECENT;
  const sinceMs = isRecent ? found.sinceMs : before.sinceMs;
  const waiting = { ...before, sinceMs, windows: before.windows + 1 };
  const shares = state.recent.slice(-settings.leastWindows).map(([, share]) => share);
  const isDue = state.excursions.windows % LOOK_EVERY === 0 && shares.length === settings.leastWindows;
  const is = isLong ? "longer" : isDue ? waitingIs(waiting, state.excursions, shares) : "waiting";
  if (is !== "longer") return { state: { ...state, waiting: is === "back" ? null : waiting }, change: null };
  const { mean, noise, usual } = waiting;
  const excursions = { ...state.excursions, usual };
  const shift = medianOf(shares.slice(-SIZED_BY)) - mean;
  return drifted({ ...state, excursions }, { mean, noise }, sinceMs, shift, settings);
}

/** A drift is called, unless it brings the residual within the floor of zero. */
function drifted(
  state: DriftState,
  usual: { mean: number; noise: Noise },
  sinceMs: number | null,
  shift: number,
  { minShare }: DriftSettings,
): { state: DriftState; change: DriftChange } {
  if (Math.abs(usual.mean + shift) < Math.min(minShare, Math.abs(usual.mean)))
    return { state: startDrift(), change: null };
  return {
    state: { ...state, ...usual, phase: "drifted", sinceMs, shift, calm: 0, waiting: null },
    change: "drifted",
  };
}

/** The usual without the windows of a change, which moved the running mean until it was called. */
function usualBefore(
  { recent, mean: now, noise, windows }: DriftState & { noise: Noise },
  { first }: Change,
  { memoryWindows }: DriftSettings,
): { mean: number; noise: Noise } {
  let mean = now;
  for (let i = recent.length - 1; i >= first; i--) {
    const counted = windows < memoryWindows ? windows - (recent.length - 1 - i) : windows;
    if (counted <= 1) break;
    mean += (mean - bounded(noise, recent[i]![1])) / (counted - 1);
  }
  return { mean, noise: { ...noise, centre: noise.centre + mean - now } };
}

/** What was learnt stays, what was summed does not. */
const afterGap = (state: DriftState): DriftState => ({
  ...state,
  ...{ up: 0, down: 0, upSinceMs: null, downSinceMs: null, upOff: [0, 0, 0], downOff: [0, 0, 0] },
  ...{ recent: [], excursions: afterSilence(state.excursions) },
  ...(state.runs.length > 0 ? {} : { sinceMs: null, shift: null, calm: 0 }),
});

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
  const risen = withStay(cameBack(state.excursions), 1, state.upOff);
  const excursions = withStay(risen, -1, state.downOff);
  return { state: { ...afterGap({ ...state, excursions }), phase: "watching" }, change: "cleared" };
}
