import type { DriftSettings } from "./driftSettings.ts";
import { medianOf, noiseOf } from "./noise.ts";

/**
 * State of the drift detector of one segment; plain data, so that it can be stored. `warming`: the usual
 * residual is being learnt. Shares are residuals divided by the prediction.
 */
export type DriftState = {
  phase: "warming" | "watching" | "drifted";
  /** shares of the windows from which the usual residual is learnt: the first ones, until there are `learnWindows` */
  warm: number[];
  /** usual share and its long-run standard deviation; null while warming */
  noise: { centre: number; scale: number } | null;
  /** running mean of the standardised share, and over how many windows */
  mean: number;
  windows: number;
  /** Page-Hinkley sums to both sides, and since when each is above zero */
  up: number;
  down: number;
  upSinceMs: number | null;
  downSinceMs: number | null;
  /** the last windows: when each began, and its share */
  recent: [atMs: number, share: number][];
  /** when the drift began, and by how much the share moved; null while there is none */
  sinceMs: number | null;
  shift: number | null;
  /** windows in a row that were back near the usual share */
  calm: number;
};

export type DriftChange = "drifted" | "cleared" | null;

/** Windows that are remembered to find where a drift began. */
const RECENT = 60;
/** Windows whose median tells how large the shift is. */
const SIZED_BY = 15;

export const startDrift = (): DriftState => ({
  phase: "warming",
  warm: [],
  noise: null,
  mean: 0,
  windows: 0,
  up: 0,
  down: 0,
  upSinceMs: null,
  downSinceMs: null,
  recent: [],
  sinceMs: null,
  shift: null,
  calm: 0,
});

/**
 * One window further (Page 1954, Hinkley 1971): the standardised, winsorised residual is summed beyond its
 * running mean and an allowance, to both sides; a sum above the threshold is a drift, and it began where that
 * sum last was zero. `share` is the residual of the window over its prediction; `null` (no packets, no
 * prediction, an alarm is up) leaves the state as it is. Pure.
 */
export function stepDrift(
  state: DriftState,
  settings: DriftSettings,
  atMs: number,
  share: number | null,
): { state: DriftState; change: DriftChange } {
  if (share === null) return { state, change: null };
  const recent: DriftState["recent"] = [...state.recent.slice(1 - RECENT), [atMs, share]];
  if (!state.noise) {
    const warm = [...state.warm, share];
    if (warm.length < settings.warmWindows) return { state: { ...state, warm, recent }, change: null };
    const noise = noiseOf(warm, settings.clip);
    return {
      state: { ...startDrift(), phase: "watching", warm, noise, windows: warm.length, recent },
      change: null,
    };
  }
  const { centre, scale } = state.noise;
  if (state.phase === "drifted") {
    const now = medianOf(recent.slice(-SIZED_BY).map(([, each]) => each)) - centre;
    return stepDrifted({ ...state, recent }, settings, now);
  }

  const { clip, allowance, threshold, memoryWindows } = settings;
  const z = Math.min(clip, Math.max(-clip, (share - centre) / scale));
  const windows = Math.min(memoryWindows, state.windows + 1);
  const mean = state.mean + (z - state.mean) / windows;
  const up = Math.max(0, state.up + z - mean - allowance);
  const down = Math.max(0, state.down - z + mean - allowance);
  const next: DriftState = {
    ...learnt(state, settings, share),
    recent,
    windows,
    mean,
    up,
    down,
    upSinceMs: up > 0 ? (state.upSinceMs ?? atMs) : null,
    downSinceMs: down > 0 ? (state.downSinceMs ?? atMs) : null,
  };
  if (Math.max(up, down) <= threshold) return { state: next, change: null };
  const { sinceMs, shift } =
    up > down ? changeOf(next, 1, next.upSinceMs) : changeOf(next, -1, next.downSinceMs);
  if (Math.abs(shift) < settings.minShare) return { state: next, change: null };
  return { state: { ...next, phase: "drifted", sinceMs, shift, calm: 0 }, change: "drifted" };
}

/**
 * Where a change of the mean most likely began among the remembered windows, and how large it is: the split
 * whose later part lies furthest from the usual share, in its own standard errors. One that lies before all
 * of them began where its sum last was zero.
 */
function changeOf(
  { recent, noise }: DriftState,
  side: 1 | -1,
  sumSinceMs: number | null,
): { sinceMs: number | null; shift: number } {
  const centre = noise?.centre ?? 0;
  let [sum, best, shift, at] = [0, 0, 0, 0];
  for (let i = recent.length - 1; i >= 0; i--) {
    sum += recent[i]![1] - centre;
    const size = recent.length - i;
    const score = (side * sum) / Math.sqrt(size);
    if (score > best) [best, shift, at] = [score, sum / size, i];
  }
  return { sinceMs: at === 0 ? sumSinceMs : recent[at]![0], shift };
}

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
  return { ...state, warm: longer, noise: look ? noiseOf(longer, settings.clip) : state.noise };
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
  const { warm, noise, windows, recent } = state;
  return {
    state: { ...startDrift(), phase: "watching", warm, noise, windows, recent },
    change: "cleared",
  };
}
