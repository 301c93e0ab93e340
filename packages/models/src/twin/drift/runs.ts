import { bounded, meanOf, type Noise } from "./noise.ts";

/**
 * A stretch of windows on one level: a run of the switch, as far as its latency shows it. `startedByMs`: the switch
 * itself was seen to have started by then.
 */
export type Run = { sinceMs: number; mean: number; windows: number; startedByMs?: number | undefined };

/** A change of level so much later than a start was noticed is still that of the start (our choice). */
const LATE_MS = 5_000;

/** Runs that are remembered: two days of a switch that starts every hour (our choice). */
const KEPT = 48;
/**
 * Standard deviations by which the means of runs before and after a change must differ: so that a switch that starts
 * every hour is called less than once a day, whatever change is looked at (our choice; `npm run bench twinDrift`).
 */
const SIGMAS = 3;

/** A new level: the shares of its windows so far, and their median. */
export type Level = { sinceMs: number; shares: readonly number[]; middle: number };

/** Mean of the shares of a level as far as they count. */
export const levelMean = (noise: Noise, shares: readonly number[]): number =>
  meanOf(shares.map((share) => bounded(noise, share)));

/** The runs with one window more in the last of them. */
export function withWindow(runs: readonly Run[], share: number): readonly Run[] {
  const last = runs.at(-1)!;
  const windows = last.windows + 1;
  return [...runs.slice(0, -1), { ...last, windows, mean: last.mean + (share - last.mean) / windows }];
}

/**
 * The runs before a level that begins at `sinceMs`. Where that is the level of a start that was noticed before it could
 * be seen, the run that was begun for it goes back into the one before.
 */
export function runsBefore(runs: readonly Run[], sinceMs: number): readonly Run[] {
  const [before, last] = runs.slice(-2);
  if (!before || last?.startedByMs === undefined || sinceMs > last.startedByMs + LATE_MS) return runs;
  const windows = before.windows + last.windows;
  const mean = (before.mean * before.windows + last.mean * last.windows) / windows;
  return [...runs.slice(0, -2), { ...before, windows, mean }];
}

/**
 * The runs with one that began. Its first `counted` windows (all but the newest) were counted for the last one, by
 * `noise`, and leave it.
 */
export function withLevel(
  runs: readonly Run[],
  level: Level,
  noise: Noise,
  counted = level.shares.length - 1,
): readonly Run[] {
  const last = runs.at(-1)!;
  const moved = level.shares.slice(0, counted);
  const windows = last.windows - moved.length;
  const sum = moved.reduce((rest, share) => rest - bounded(noise, share), last.mean * last.windows);
  const closed = windows > 0 ? [{ ...last, windows, mean: sum / windows }] : [];
  const { sinceMs, shares, middle } = level;
  const mean = levelMean({ ...noise, centre: middle }, shares);
  return [...runs.slice(-KEPT + 1, -1), ...closed, { sinceMs, mean, windows: shares.length }];
}

/** How far the means of two groups of runs lie apart, and that over its standard error. */
type Apart = { shift: number; off: number };

/**
 * A run counts as one, however long it is: its windows share its start. Runs spread by `runShare`, or by more where
 * these do. `scale`: long-run standard deviation of a window.
 */
function apart(before: readonly Run[], after: readonly Run[], runShare: number, scale: number): Apart {
  const [one, other] = [momentsOf(before), momentsOf(after)];
  const freedom = before.length + after.length - 2;
  const seen = freedom >= ENOUGH ? (one.squares + other.squares) / freedom : 0;
  const ofRuns = Math.max(runShare ** 2, seen) * (1 / before.length + 1 / after.length);
  const ofWindows = after.reduce((sum, { windows }) => sum + scale ** 2 / windows, 0) / after.length ** 2;
  const shift = other.mean - one.mean;
  return { shift, off: Math.abs(shift) / Math.sqrt(ofRuns + ofWindows) };
}

/** The change before and after which runs lie furthest apart, if that is further than runs do. */
export function changeOfRuns(
  runs: readonly Run[],
  runShare: number,
  scale: number,
): { sinceMs: number; shift: number } | null {
  let best: { sinceMs: number; shift: number } | null = null;
  let most = SIGMAS;
  for (let at = 1; at < runs.length; at++) {
    const { shift, off } = apart(runs.slice(0, at), runs.slice(at), runShare, scale);
    if (off > most) [most, best] = [off, { sinceMs: runs[at]!.sinceMs, shift }];
  }
  return best;
}

/** Whether later starts show that those which were called a drift were starts as there are. */
export function wereStarts(runs: readonly Run[], sinceMs: number, runShare: number, scale: number): boolean {
  const before = runs.filter((run) => run.sinceMs < sinceMs);
  const after = runs.filter((run) => run.sinceMs >= sinceMs);
  if (before.length === 0 || after.length === 0) return false;
  return apart(before, after, runShare, scale).off < SIGMAS / 2;
}

/** Degrees of freedom from which the runs' own spread is believed, where it is the larger one (our choice). */
const ENOUGH = 4;

function momentsOf(runs: readonly Run[]): { mean: number; squares: number } {
  const mean = meanOf(runs.map((run) => run.mean));
  return { mean, squares: runs.reduce((sum, run) => sum + (run.mean - mean) ** 2, 0) };
}
