/** Student's t, 97.5 %, for 1 to 10 degrees of freedom. */
const STUDENT_975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
const NORMAL_975 = 1.959964;

/**
 * 97.5 % point of Student's t with `freedom` (at least 1) degrees of freedom: half the width of a two-sided
 * 95 % interval in standard errors. Beyond the table the first terms of the Cornish-Fisher expansion, within
 * 0.1 %.
 */
export function student975(freedom: number): number {
  const printed = STUDENT_975[freedom - 1];
  if (printed !== undefined) return printed;
  const z = NORMAL_975;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}
