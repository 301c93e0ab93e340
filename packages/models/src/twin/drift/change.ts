import type { DriftState } from "./driftState.ts";
import { isLonger, leastJump, leastOff, moved, placesOf, SHORTEST } from "./excursions.ts";
import { bounded, medianOf } from "./noise.ts";

/** A change of the mean: since when, by how much, and which of the remembered windows is its first. */
export type Change = { sinceMs: number | null; shift: number; first: number };
/** To which side of the usual. */
export type Side = 1 | -1;

/**
 * Where a change of the mean most likely began among the remembered windows, and how large it is: the split
 * whose later part lies furthest from the usual share, in its own standard errors. One that lies before all
 * of them began where its sum last was zero.
 */
export function changeOf({ recent, noise, mean }: DriftState, side: Side, sumSinceMs: number | null): Change {
  let [sum, best, shift, at] = [0, 0, 0, 0];
  for (let i = recent.length - 1; i >= 0; i--) {
    const share = recent[i]![1];
    sum += (noise ? bounded(noise, share) : share) - mean;
    const size = recent.length - i;
    const score = (side * sum) / Math.sqrt(size);
    if (score > best) [best, shift, at] = [score, sum / size, i];
  }
  // values beyond the bound count little for where it began, and fully for how large it is
  const large = medianOf(recent.slice(at).map(([, each]) => each)) - mean;
  return {
    sinceMs: at === 0 ? sumSinceMs : recent[at]![0],
    shift: side * large > side * shift ? large : shift,
    first: at,
  };
}

/**
 * Whether a change is more than what came back before: for `leastWindows`, further off the usual than spans as long
 * are, and for longer than stretches so far off were; or a jump between as many windows before and after it, which
 * tells a step from a level that wanders. In both the whole distribution has to have moved, by half of the floor at
 * least.
 */
export function isBeyond(
  { recent, excursions, upOff, downOff }: DriftState,
  side: Side,
  { first }: Change,
  { minShare, leastWindows }: { minShare: number; leastWindows: number },
): boolean {
  if (!excursions.usual) return false;
  const shares = recent.map(([, share]) => share);
  const windows = shares.length - first;
  if (windows < leastWindows) return false;
  const least = minShare / 2;
  const since = side > 0 ? upOff : downOff;
  const now = moved(excursions.usual, placesOf(shares.slice(first)));
  // one that began before all remembered windows: as it was on average since, and no further than it still is
  const isOld = first === 0 && since[0] * SHORTEST > windows;
  const off = isOld ? side * Math.min(side * now, (side * since[1]) / since[0]) : now;
  const spans = isOld ? since[0] : windows / SHORTEST;
  const isOff = side * off >= Math.max(least, leastOff(excursions, spans * SHORTEST));
  if (isOff && isLonger(excursions, spans * SHORTEST, off)) return true;
  const around = Math.min(windows, first);
  if (around < SHORTEST) return false;
  const before = placesOf(shares.slice(first - around, first));
  const jump = side * moved(before, placesOf(shares.slice(first, first + around)));
  return jump >= Math.max(least, leastJump(excursions, around)) && isLonger(excursions, windows, jump);
}
