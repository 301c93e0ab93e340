import type { DriftState } from "./driftState.ts";
import { leastJump, leastOff, moved, placesOf, SHORTEST, type Side } from "./excursions.ts";
import { bounded, medianOf } from "./noise.ts";

/** A change of the mean: since when, by how much, and which of the remembered windows is its first. */
export type Change = { sinceMs: number | null; shift: number; first: number };

/** Windows whose median tells how large the shift is. */
export const SIZED_BY = 15;

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

/** A change as a stretch: how long it lasts, and how far it is off. */
type Off = { windows: number; off: number };

/**
 * A change that is more than what came and went before, as stretches: for `leastWindows`, further off the usual than
 * spans as long are; or a jump between as many windows before and after it, which tells a step from a level that
 * wanders. In both the whole distribution has to have moved, by half of the floor at least. Whether it also lasts
 * longer than what came back is `isLonger`.
 */
export function beyond(
  { recent, excursions, upOff, downOff }: DriftState,
  side: Side,
  { first }: Change,
  { minShare, leastWindows }: { minShare: number; leastWindows: number },
): Off[] {
  if (!excursions.usual) return [];
  const shares = recent.map(([, share]) => share);
  const windows = shares.length - first;
  if (windows < leastWindows) return [];
  const least = minShare / 2;
  const since = side > 0 ? upOff : downOff;
  const now = moved(excursions.usual, placesOf(shares.slice(first)));
  // one that began before all remembered windows: as it was on average since, and no further than it still is
  const isOld = first === 0 && since[0] * SHORTEST > windows;
  const off = isOld ? side * Math.min(side * now, (side * since[1]) / since[0]) : now;
  const lasts = isOld ? since[0] * SHORTEST : windows;
  const isOff = side * off >= Math.max(least, leastOff(excursions, lasts, side));
  const found = isOff ? [{ windows: lasts, off }] : [];
  const around = Math.min(windows, first);
  if (around < SHORTEST) return found;
  const before = placesOf(shares.slice(first - around, first));
  const jump = moved(before, placesOf(shares.slice(first, first + around)));
  const isJump = side * jump >= Math.max(least, leastJump(excursions, around));
  return isJump ? [...found, { windows, off: jump }] : found;
}
