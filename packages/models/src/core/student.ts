/** Student's t, 97.5 %, for 1 to 10 degrees of freedom. */
const STUDENT_975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
const NORMAL_975 = 1.959964;

/**
 * 97.5 % point of Student's t with `freedom` degrees of freedom (fewer than 1 count as 1): half the width of a
 * two-sided 95 % interval in standard errors. Straight between whole numbers up to 10; beyond the first terms of the
 * Cornish-Fisher expansion, within 0.1 %.
 */
export function student975(freedom: number): number {
  const whole = Math.max(1, Math.floor(freedom));
  const [here, next] = [STUDENT_975[whole - 1], STUDENT_975[whole]];
  if (here !== undefined && next !== undefined) return here + Math.max(0, freedom - whole) * (next - here);
  const z = NORMAL_975;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}
