import { assert, student975 } from "../core/index.ts";

export type MeanInterval = { mean: number; low: number; high: number };

/** Mean of independent samples and its two-sided 95 % confidence interval by Student's t; at least two samples. */
export function meanInterval95(samples: readonly number[]): MeanInterval {
  const n = samples.length;
  assert(n >= 2, "an interval needs two samples");
  const mean = samples.reduce((sum, x) => sum + x, 0) / n;
  const variance = samples.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1);
  const half = student975(n - 1) * Math.sqrt(variance / n);
  return { mean, low: mean - half, high: mean + half };
}
