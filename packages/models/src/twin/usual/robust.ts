/** Median of some numbers, and their robust spread: 1.4826 times the median distance from it, as sigma of a normal. */
export type Robust = { median: number; spread: number };

/** Median absolute deviation over the standard deviation of a normal distribution: 1 / 0.6745. */
const SIGMA_PER_MAD = 1.4826;

/** Null of no numbers. Half of them may be anything without moving it far. */
export function robust(values: Float64Array): Robust | null {
  if (values.length === 0) return null;
  const median = medianOf(values);
  return { median, spread: SIGMA_PER_MAD * medianOf(values.map((value) => Math.abs(value - median))) };
}

function medianOf(values: Float64Array): number {
  const sorted = values.slice().sort();
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
