/**
 * How often an observation lay inside the predicted interval. `low` and `high`: Wilson's 95 % interval of that share.
 */
export type Coverage = {
  inside: number;
  total: number;
  share: number | null;
  low: number | null;
  high: number | null;
};

/** 97.5 % point of the normal distribution. */
const Z = 1.959964;

/** Share of `inside` among `total` with its 95 % interval (Wilson 1927); unknown without any. */
export function coverageOf(inside: number, total: number): Coverage {
  if (total === 0) return { inside, total, share: null, low: null, high: null };
  const share = inside / total;
  const denominator = 1 + Z ** 2 / total;
  const middle = (share + Z ** 2 / (2 * total)) / denominator;
  const half = (Z * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2))) / denominator;
  return { inside, total, share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/**
 * Share of values within one standard deviation of a normal distribution: what the interval of a mean states. The
 * errors of fit and run are the same in all windows of a run, so one run alone is rather inside as a whole or outside.
 */
export const NOMINAL_COVERAGE = 0.6827;
