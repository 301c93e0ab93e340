import { assert } from "../core/index.ts";

/** Student's t, 97.5 %, for 1 to 10 degrees of freedom. */
const STUDENT_975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
const NORMAL_975 = 1.959964;

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

/** Beyond the table the first terms of the Cornish-Fisher expansion, within 0.1 %. */
function student975(freedom: number): number {
  const printed = STUDENT_975[freedom - 1];
  if (printed !== undefined) return printed;
  const z = NORMAL_975;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}
