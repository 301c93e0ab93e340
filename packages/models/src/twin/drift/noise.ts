/** Middle of the sorted values; of an even number the mean of the two in the middle. `values` must not be empty. */
export function medianOf(values: readonly number[]): number {
  // sorts numbers as such, several times as fast as with a comparison
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Windows in a batch: correlation over fewer windows than this is seen by the batches' means (our choice). */
const BATCH = 10;
/** 1.4826 times the median absolute deviation is the standard deviation of normal values. */
const MAD_TO_SIGMA = 1.4826;
/** Far below any residual that is measured: keeps a noiseless series from having no scale (our choice). */
const LEAST_SCALE = 1e-4;

/**
 * Noise of a series. `bound`: how far from `centre` a value counts; `scale`: long-run standard deviation of the
 * bounded values: what a sum of n of them spreads by, divided by the square root of n.
 */
export type Noise = { centre: number; bound: number; scale: number };

/** The value, drawn in to where it counts: one bad second is no drift. */
export const bounded = ({ centre, bound }: Noise, value: number): number =>
  Math.min(centre + bound, Math.max(centre - bound, value));

/** How much wider a spread is taken that rests on few independent values, in its own standard errors (our choice). */
const CAUTION = 2;

/**
 * Robust noise of a series. Values count up to `clip` robust deviations (median absolute deviation, at least
 * `least`) from the median. What is left spreads by its own standard deviation - pauses in every tenth second
 * are noise too -, widened by the correlation of neighbours - the larger of what a first-order autoregression
 * says, sqrt((1 + phi) / (1 - phi)), and what the spread of the means of ten windows says - and by what an
 * estimate from so few independent windows may be too small by.
 */
export function noiseOf(values: readonly number[], clip: number, least = LEAST_SCALE): Noise {
  const smallest = Math.max(LEAST_SCALE, least);
  const centre = medianOf(values);
  const bound = clip * Math.max(smallest, MAD_TO_SIGMA * medianOf(values.map((v) => Math.abs(v - centre))));
  const counted = values.map((v) => bounded({ centre, bound, scale: 0 }, v));
  const mean = meanOf(counted);
  let square = 0;
  let lagged = 0;
  for (let i = 0; i < counted.length; i++) {
    square += (counted[i]! - mean) ** 2;
    if (i > 0) lagged += (counted[i]! - mean) * (counted[i - 1]! - mean);
  }
  const sigma = Math.sqrt(square / counted.length);
  const phi = square > 0 ? Math.min(0.98, Math.max(0, lagged / square)) : 0;
  const longRun = Math.max(sigma * Math.sqrt((1 + phi) / (1 - phi)), spreadOfBatches(counted, mean));
  const ratio = sigma > 0 ? longRun / sigma : 1;
  const caution = 1 + CAUTION * ratio * Math.sqrt(1 / (2 * counted.length));
  return { centre, bound, scale: Math.max(smallest, longRun * caution) };
}

/** Arithmetic mean; `values` must not be empty. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / values.length;

/** Standard deviation of the means of batches, as that of single values that do not depend on each other. */
function spreadOfBatches(values: readonly number[], mean: number): number {
  const batches = Math.floor(values.length / BATCH);
  if (batches < 2) return 0;
  let between = 0;
  for (let b = 0; b < batches; b++) {
    let sum = 0;
    for (let i = 0; i < BATCH; i++) sum += values[b * BATCH + i]! - mean;
    between += (sum / BATCH) ** 2;
  }
  return Math.sqrt((BATCH * between) / (batches - 1));
}
