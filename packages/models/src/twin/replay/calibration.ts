/** Share of the next windows that a calibrated interval holds (our choice). */
export const CALIBRATED_SHARE = 0.95;
/** Windows that it rests on at most: the last ones (our choice). */
const WINDOWS = 600;

/**
 * Split conformal prediction (Vovk et al. 2005) over windows as they come: the residual share that is exceeded by no
 * more than 1 - CALIBRATED_SHARE of the windows before, whatever they are distributed like. The next window lies within
 * it around the prediction with that probability as long as windows stay alike; with correlated windows it is the
 * long-run share. Null until there are enough.
 */
export function createCalibration() {
  const last: number[] = [];
  const sorted: number[] = [];
  const placeOf = (score: number): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < score) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    windows: () => last.length,
    halfShare(): number | null {
      const rank = Math.ceil((last.length + 1) * CALIBRATED_SHARE);
      return sorted[rank - 1] ?? null;
    },
    add(residualShare: number): void {
      const score = Math.abs(residualShare);
      sorted.splice(placeOf(score), 0, score);
      last.push(score);
      if (last.length > WINDOWS) sorted.splice(placeOf(last.shift()!), 1);
    },
  };
}
