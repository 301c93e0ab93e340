/** Middle of the sorted values; of an even number the mean of the two in the middle. `values` must not be empty. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
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
 * Centre of a series and its long-run standard deviation: what a sum of n values spreads by, divided by the
 * square root of n.
 */
export type Noise = { centre: number; scale: number };

/** How much wider a spread is taken that rests on few independent values, in its own standard errors (our choice). */
const CAUTION = 2;

/**
 * Robust noise of a series: median, and the median absolute deviation widened by the correlation of
 * neighbours - the larger of what a first-order autoregression says, sqrt((1 + phi) / (1 - phi)), and what
 * the spread of the means of ten windows says - and by what an estimate from so few independent windows may
 * be too small by.
 */
export function noiseOf(values: readonly number[], clip: number): Noise {
  const centre = medianOf(values);
  const sigma = Math.max(LEAST_SCALE, MAD_TO_SIGMA * medianOf(values.map((v) => Math.abs(v - centre))));
  const z = values.map((v) => Math.min(clip, Math.max(-clip, (v - centre) / sigma)));
  const mean = z.reduce((a, b) => a + b, 0) / z.length;
  let square = 0;
  let lagged = 0;
  for (let i = 0; i < z.length; i++) {
    square += (z[i]! - mean) ** 2;
    if (i > 0) lagged += (z[i]! - mean) * (z[i - 1]! - mean);
  }
  const phi = square > 0 ? Math.min(0.98, Math.max(0, lagged / square)) : 0;
  const ratio = Math.max(1, Math.sqrt((1 + phi) / (1 - phi)), spreadOfBatches(z, mean));
  const caution = 1 + CAUTION * ratio * Math.sqrt(1 / (2 * z.length));
  return { centre, scale: sigma * ratio * caution };
}

/** Standard deviation of the means of batches, as that of single values that do not depend on each other. */
function spreadOfBatches(z: readonly number[], mean: number): number {
  const batches = Math.floor(z.length / BATCH);
  if (batches < 2) return 0;
  let between = 0;
  for (let b = 0; b < batches; b++) {
    let sum = 0;
    for (let i = 0; i < BATCH; i++) sum += z[b * BATCH + i]! - mean;
    between += (sum / BATCH) ** 2;
  }
  return Math.sqrt((BATCH * between) / (batches - 1));
}
