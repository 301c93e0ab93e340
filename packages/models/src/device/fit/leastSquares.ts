import { assert } from "../../core/index.ts";

/** Relative size below which a pivot counts as none: columns that repeat each other to twelve digits are the same. */
const RANK_TOLERANCE = 1e-9;

/** Result of a least-squares fit: `beta` by column, those held at their bound are 0 and listed. */
export type LeastSquares = { beta: number[]; held: ReadonlySet<number>; inverse: number[][] };

/** Columns as rows: X'X. */
export function gram(columns: readonly (readonly number[])[]): number[][] {
  const lower = columns.map((a, i) => columns.slice(0, i + 1).map((b) => dot(a, b)));
  return lower.map((row, i) => columns.map((_, j) => (j <= i ? row[j]! : lower[j]![i]!)));
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/**
 * Directions in which the data say nothing: a basis of the null space of the columns (scaled to length 1),
 * each entry the weight of a column. Empty when every coefficient can be told. `order` names columns from the
 * one that should be told first; free directions are named by the columns that come last.
 */
export function nullSpace(columns: readonly (readonly number[])[], order: readonly number[]): number[][] {
  const norms = columns.map((column) => Math.sqrt(dot(column, column)));
  const basis: number[][] = [];
  const expressed: Map<number, number>[] = [];
  const free: number[][] = [];
  for (const j of order) {
    const norm = norms[j]!;
    const rest = columns[j]!.map((value) => (norm === 0 ? 0 : value / norm));
    // what of this column the earlier ones already say, as weights of the columns
    const weights = new Map<number, number>([[j, 1]]);
    for (let pass = 0; pass < 2; pass++) {
      basis.forEach((unit, k) => {
        const share = dot(unit, rest);
        if (share === 0) return;
        for (let i = 0; i < rest.length; i++) rest[i] = rest[i]! - share * unit[i]!;
        for (const [column, weight] of expressed[k]!)
          weights.set(column, (weights.get(column) ?? 0) - share * weight);
      });
    }
    const left = Math.sqrt(dot(rest, rest));
    if (left > RANK_TOLERANCE) {
      basis.push(rest.map((value) => value / left));
      expressed.push(new Map([...weights].map(([column, weight]) => [column, weight / left])));
    } else free.push(columns.map((_, column) => weights.get(column) ?? 0));
  }
  return free;
}

/**
 * Least squares with some columns kept at or above zero (Lawson and Hanson 1974, ch. 23; columns that are
 * free stay in the passive set from the start). The columns must be independent. `inverse` is (X'X)^-1 of the
 * columns that are not held, zero elsewhere.
 */
export function nonNegativeLeastSquares(
  columns: readonly (readonly number[])[],
  y: readonly number[],
  isFree: (column: number) => boolean,
): LeastSquares {
  const count = columns.length;
  const scale = columns.map((column) => Math.sqrt(dot(column, column)) || 1);
  const unit = columns.map((column, j) => column.map((value) => value / scale[j]!));
  const normal = gram(unit);
  const target = unit.map((column) => dot(column, y));
  const passive = new Set([...columns.keys()].filter(isFree));
  let last = solveOn(normal, target, passive);
  let { beta } = last;
  const epsilon = 1e-10 * (1 + Math.sqrt(dot(y, y)));
  // each round lets one column in; the bound only guards against rounding that would go round in circles
  for (let round = 0; round < 10 * count + 10; round++) {
    const slope = (j: number) => target[j]! - dot(normal[j]!, beta);
    const entering = columns
      .map((_, j) => j)
      .filter((j) => !passive.has(j) && slope(j) > epsilon)
      .sort((a, b) => slope(b) - slope(a))[0];
    if (entering === undefined) break;
    passive.add(entering);
    last = solveOn(normal, target, passive);
    for (let inner = 0; inner < count; inner++) {
      const next = last.beta;
      const blocking = [...passive].filter((j) => !isFree(j) && next[j]! <= 0);
      if (blocking.length === 0) break;
      const step = Math.min(...blocking.map((j) => beta[j]! / (beta[j]! - next[j]!)));
      beta = beta.map((value, j) => value + step * (next[j]! - value));
      for (const j of blocking) if (beta[j]! <= 1e-12) passive.delete(j);
      last = solveOn(normal, target, passive);
    }
    ({ beta } = last);
  }
  const inverse = last.inverse.map((row, i) => row.map((value, j) => value / (scale[i]! * scale[j]!)));
  return {
    beta: beta.map((value, j) => value / scale[j]!),
    held: new Set([...columns.keys()].filter((j) => !passive.has(j))),
    inverse,
  };
}

function solveOn(normal: readonly number[][], target: readonly number[], on: ReadonlySet<number>) {
  const beta = target.map(() => 0);
  const inverse = inverseOn(normal, on);
  for (const i of on) for (const j of on) beta[i] = beta[i]! + inverse[i]![j]! * target[j]!;
  return { beta, inverse };
}

/** Inverse of the rows and columns in `on` (Gauss-Jordan with pivoting), zero elsewhere. */
function inverseOn(normal: readonly (readonly number[])[], on: ReadonlySet<number>): number[][] {
  const ids = [...on];
  const size = ids.length;
  const work = ids.map((i, row) => [
    ...ids.map((j) => normal[i]![j]!),
    ...ids.map((_, column) => (column === row ? 1 : 0)),
  ]);
  for (let k = 0; k < size; k++) {
    let pivot = k;
    for (let row = k + 1; row < size; row++)
      if (Math.abs(work[row]![k]!) > Math.abs(work[pivot]![k]!)) pivot = row;
    [work[k], work[pivot]] = [work[pivot]!, work[k]!];
    const lead = work[k]![k]!;
    assert(Math.abs(lead) > 1e-15, "columns of a fit must be independent");
    const own = work[k]!;
    // columns before this one are those of the identity already, and are not asked for again
    for (let column = k; column < 2 * size; column++) own[column] = own[column]! / lead;
    for (let row = 0; row < size; row++) {
      const other = work[row]!;
      const factor = other[k]!;
      if (row === k || factor === 0) continue;
      for (let column = k; column < 2 * size; column++)
        other[column] = other[column]! - factor * own[column]!;
    }
  }
  const inverse = normal.map((row) => row.map(() => 0));
  ids.forEach((i, row) => {
    ids.forEach((j, column) => {
      inverse[i]![j] = work[row]![size + column]!;
    });
  });
  return inverse;
}
