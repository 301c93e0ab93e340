import { type Change, SIZED_BY } from "./change.ts";
import type { DriftSettings } from "./driftSettings.ts";
import type { DriftChange, DriftState } from "./driftState.ts";
import { bounded, medianOf, type Noise } from "./noise.ts";
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
import { sumUp } from "./sums.ts";

/**
 * One window further, where runs of the switch differ by `runShare`: each change of the level begins a run, whether the
 * switch started or the model is off from then on, and the means of runs before and after a change decide between them.
 */
export function stepRuns(
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
