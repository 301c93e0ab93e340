import { student975 } from "../../core/index.ts";
import { type Grouping, hendersonEquations, type Solved } from "./henderson.ts";
import { dot } from "./leastSquares.ts";

/** A linear model with random effects: what is fixed, and the variances of what is not. */
export type MixedFit = {
  beta: number[];
  /** of `beta` */
  covariance: number[][];
  /** variance between units, and of each grouping; 0 where the data show none */
  unitVariance: number;
  groupVariances: number[];
  /** units less fixed columns; 0 leaves no interval */
  freedom: number;
  /** twice the negative restricted log-likelihood, up to a constant: smaller is better */
  criterion: number;
  /**
   * Half of a 95 % interval around the mean of the units described by `x`, or around one more unit of new groups.
   * Null without freedom.
   */
  half(x: readonly number[], of: "mean" | "unit"): number | null;
};

/**
 * Ratios of variances that are tried before the best is refined, and below which a group counts as none: hardware's
 * means are known to a thousandth of what its starts differ by.
 */
const RATIOS = [
  0,
  ...Array.from({ length: 13 }, (_, k) => 10 ** (-3 + k / 2)),
  ...[4, 5, 6, 7, 8, 9, 10].map((k) => 10 ** k),
];
/** Standard deviation of a unit as a share of the latencies below which it is taken as that. */
const LEAST_SHARE = 1e-6;

/**
 * Restricted maximum likelihood (Patterson and Thompson 1971) by Henderson's mixed-model equations; intervals by
 * Student's t with Satterthwaite's degrees of freedom. The columns must be independent and no more than the units.
 */
export function fitMixed(
  columns: readonly (readonly number[])[],
  y: readonly number[],
  groupings: readonly Grouping[],
): MixedFit {
  const fixed = columns.length;
  const freedom = y.length - fixed;
  const squaredUs = dot(y, y) + Number.MIN_VALUE;
  // a latency that is fitted to twelve digits is fitted
  const exact = 1e-24 * squaredUs;
  const least = groupings.length === 0 ? exact : (LEAST_SHARE ** 2 * squaredUs) / y.length;
  const solve = hendersonEquations(columns, y, groupings);
  const restricted = ({ logDeterminant, squares }: Solved, unit: number): number =>
    logDeterminant + freedom * Math.log(unit) + squares / unit;
  const unitOf = ({ squares }: Solved): number => Math.max(least, squares / Math.max(1, freedom));
  const profiled = (ratios: readonly number[]): number => {
    const solved = solve(ratios);
    return restricted(solved, unitOf(solved));
  };
  const isExact = solve(groupings.map(() => 0)).squares <= exact * Math.max(1, freedom);
  const ratios = freedom < 1 || isExact ? groupings.map(() => 0) : best(profiled, groupings.length);
  const solved = solve(ratios);
  const unitVariance = unitOf(solved);
  const covariance = solved.inverse().map((row) => row.map((value) => value * unitVariance));

  // the variances that are not zero, by their logarithms: their uncertainty makes the degrees of freedom
  const shown = ratios.flatMap((ratio, k) => (ratio > 0 ? [k] : []));
  const at = [Math.log(unitVariance), ...shown.map((k) => Math.log(ratios[k]! * unitVariance))];
  const ratiosAt = (logs: readonly number[]): number[] =>
    ratios.map((ratio, k) => (ratio > 0 ? Math.exp(logs[1 + shown.indexOf(k)]! - logs[0]!) : 0));
  const uncertainty = (): number[][] => {
    const value = (logs: readonly number[]): number => restricted(solve(ratiosAt(logs)), Math.exp(logs[0]!));
    return inverse(hessian(value, at).map((row) => row.map((each) => each / 2))).inverse;
  };
  const spread = freedom < 1 || isExact ? null : uncertainty();
  // intervals of many rows ask at the same few ratios
  const inverses = new Map<string, number[][]>();
  const inverseAt = (there: readonly number[]): number[][] => {
    const key = there.join();
    const known = inverses.get(key) ?? solve(there).inverse();
    inverses.set(key, known);
    return known;
  };
  const variance = (x: readonly number[], of: "mean" | "unit", logs: readonly number[]): number => {
    const there = ratiosAt(logs);
    const all = inverseAt(there);
    const unit = Math.exp(logs[0]!);
    const mean = unit * quadratic(all, x);
    return of === "mean" ? mean : mean + unit * (1 + there.reduce((a, b) => a + b, 0));
  };
  return {
    beta: solved.beta,
    covariance,
    unitVariance: unitVariance <= least ? 0 : unitVariance,
    groupVariances: ratios.map((ratio) => ratio * unitVariance),
    freedom: Math.max(0, freedom),
    criterion: restricted(solved, unitVariance),
    half(x, of) {
      if (freedom < 1) return null;
      if (spread === null) return 0;
      const here = variance(x, of, at);
      if (here <= 0) return 0;
      const slope = at.map((_, i) => {
        const moved = (by: number) => at.map((each, j) => (j === i ? each + by : each));
        return (
          (Math.log(variance(x, of, moved(STEP))) - Math.log(variance(x, of, moved(-STEP)))) / (2 * STEP)
        );
      });
      const informed = 2 / Math.max(1e-12, quadratic(spread, slope));
      return student975(Math.min(freedom, Math.max(1, informed))) * Math.sqrt(here);
    },
  };
}

/** Of logarithms of variances, for derivatives. */
const STEP = 0.02;

/** x' matrix x. */
export function quadratic(matrix: readonly (readonly number[])[], x: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i]! * dot(x, matrix[i]!);
  return sum;
}

/** The ratios with the least value: a grid, then a golden section around its best, one after the other. */
function best(value: (ratios: readonly number[]) => number, count: number): number[] {
  let ratios = Array.from({ length: count }, () => 0);
  for (let round = 0; round < (count > 1 ? 3 : 1); round++) {
    for (let k = 0; k < count; k++) {
      const withRatio = (ratio: number): number[] => ratios.map((each, j) => (j === k ? ratio : each));
      const values = RATIOS.map((ratio) => value(withRatio(ratio)));
      const at = values.indexOf(Math.min(...values));
      ratios = at === 0 ? withRatio(0) : withRatio(refine((ratio) => value(withRatio(ratio)), RATIOS[at]!));
    }
  }
  return ratios;
}

/** Golden section between the neighbours of `middle` among the ratios that are tried. */
function refine(value: (ratio: number) => number, middle: number): number {
  const golden = (Math.sqrt(5) - 1) / 2;
  const reach = middle < 1e3 ? 1.2 : 2.4;
  let [low, high] = [Math.log(middle) - reach, Math.log(middle) + reach];
  let [left, right] = [high - golden * (high - low), low + golden * (high - low)];
  let [atLeft, atRight] = [value(Math.exp(left)), value(Math.exp(right))];
  for (let i = 0; i < 16; i++) {
    if (atLeft <= atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - golden * (high - low);
      atLeft = value(Math.exp(left));
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + golden * (high - low);
      atRight = value(Math.exp(right));
    }
  }
  return Math.exp((low + high) / 2);
}

/** Inverse and logarithm of the determinant (Gauss-Jordan, rows and columns scaled to a unit diagonal first). */
export function inverse(matrix: readonly (readonly number[])[]): {
  inverse: number[][];
  logDeterminant: number;
} {
  const size = matrix.length;
  const scale = matrix.map((row, i) => 1 / Math.sqrt(Math.abs(row[i]!) || 1));
  const work = matrix.map((row, i) => [
    ...row.map((value, j) => value * scale[i]! * scale[j]!),
    ...row.map((_, j) => (i === j ? 1 : 0)),
  ]);
  let logDeterminant = -2 * scale.reduce((sum, each) => sum + Math.log(each), 0);
  for (let k = 0; k < size; k++) {
    let pivot = k;
    for (let i = k + 1; i < size; i++) if (Math.abs(work[i]![k]!) > Math.abs(work[pivot]![k]!)) pivot = i;
    [work[k], work[pivot]] = [work[pivot]!, work[k]!];
    const lead = work[k]![k]! || 1e-300;
    logDeterminant += Math.log(Math.abs(lead));
    const row = work[k]!;
    // columns before this one are those of the identity already, and are not asked for again
    for (let j = k; j < 2 * size; j++) row[j] = row[j]! / lead;
    for (let i = 0; i < size; i++) {
      const factor = work[i]![k]!;
      if (i === k || factor === 0) continue;
      const other = work[i]!;
      for (let j = k; j < 2 * size; j++) other[j] = other[j]! - factor * row[j]!;
    }
  }
  return {
    inverse: work.map((row, i) => row.slice(size).map((value, j) => value * scale[i]! * scale[j]!)),
    logDeterminant,
  };
}

/** Second derivatives by central differences. */
function hessian(value: (at: readonly number[]) => number, at: readonly number[]): number[][] {
  const step = 0.05;
  const moved = (i: number, a: number, j: number, b: number): number =>
    value(at.map((each, k) => each + (k === i ? a : 0) + (k === j ? b : 0)));
  const here = value(at);
  return at.map((_, i) =>
    at.map((__, j) =>
      i === j
        ? (moved(i, step, -1, 0) - 2 * here + moved(i, -step, -1, 0)) / step ** 2
        : (moved(i, step, j, step) -
            moved(i, step, j, -step) -
            moved(i, -step, j, step) +
            moved(i, -step, j, -step)) /
          (4 * step ** 2),
    ),
  );
}
