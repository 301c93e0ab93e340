/** Share of the next windows that a calibrated interval holds (our choice). */
export const CALIBRATED_SHARE = 0.95;
/** Windows that it rests on at most: the last ones (our choice). */
const WINDOWS = 600;

/** By how much of a miss the share that may miss moves with each window: a memory of some 200 windows (our choice). */
const STEP = 0.005;

/**
 * Split conformal prediction (Vovk et al. 2005) over windows as they come: the residual share that is exceeded by no
 * more than 1 - CALIBRATED_SHARE of the windows before, whatever they are distributed like. Where residuals wander for
 * longer than these windows last, the next ones lie beyond more often: then the share that may miss becomes smaller,
 * until as many are inside as stated (adaptive conformal inference, Gibbs and Candes 2021). Null until there are some.
 */
export function createCalibration() {
  const last: number[] = [];
  const sorted: number[] = [];
  let mayMiss = 1 - CALIBRATED_SHARE;
  const placeOf = (score: number): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]! < score) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const halfShare = (): number | null => {
    const least = Math.ceil((last.length + 1) * CALIBRATED_SHARE);
    if (least > sorted.length) return null;
    const rank = Math.ceil((last.length + 1) * (1 - mayMiss));
    return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1]!;
  };
  return {
    windows: () => last.length,
    halfShare,
    add(residualShare: number): void {
      const score = Math.abs(residualShare);
      const half = halfShare();
      // bounded, so that a jump is not paid for by hours of wide intervals
      if (half !== null)
        mayMiss = Math.min(
          2 * (1 - CALIBRATED_SHARE),
          Math.max(0, mayMiss + STEP * (1 - CALIBRATED_SHARE - Number(score > half))),
        );
      sorted.splice(placeOf(score), 0, score);
      last.push(score);
      if (last.length > WINDOWS) sorted.splice(placeOf(last.shift()!), 1);
    },
  };
}
