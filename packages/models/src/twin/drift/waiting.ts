import { isLonger, moved, type Places, placesOf, type Side } from "./excursions.ts";
import type { Noise } from "./noise.ts";

/**
 * A change that is as far off as what came back before, and does not last longer yet. The usual is that from before it,
 * which does not follow. Plain data.
 */
export type Waiting = {
  sinceMs: number | null;
  side: Side;
  windows: number;
  /** how far its whole distribution had moved when it was found */
  off: number;
  mean: number;
  noise: Noise;
  usual: Places;
};

/** Whether it came back, lasts longer than what did, or neither yet; `shares`: the last ones. */
export function waitingIs(
  { windows, side, off, usual }: Waiting,
  excursions: Parameters<typeof isLonger>[0],
  shares: readonly number[],
): "back" | "longer" | "waiting" {
  const now = moved(usual, placesOf(shares));
  if (side * now < (side * off) / 2) return "back";
  return isLonger(excursions, windows, now) ? "longer" : "waiting";
}
