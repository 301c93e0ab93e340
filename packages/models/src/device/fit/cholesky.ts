type Rows = readonly ArrayLike<number>[];

/**
 * The lower triangle, by rows, whose product with its transpose is the symmetric `matrix`, of which the lower triangle
 * is read. A pivot is at least
 * `leastShare` of its diagonal: what is below is rounding of columns that repeat each other.
 */
export function cholesky(matrix: Rows, leastShare: number): Float64Array[] {
  const lower: Float64Array[] = [];
  for (let i = 0; i < matrix.length; i++) {
    const own = new Float64Array(i + 1);
    for (let j = 0; j <= i; j++) {
      const other = j === i ? own : lower[j]!;
      let rest = matrix[i]![j]!;
      for (let k = 0; k < j; k++) rest -= own[k]! * other[k]!;
      own[j] = j === i ? Math.sqrt(Math.max(rest, leastShare * matrix[i]![i]!)) : rest / other[j]!;
    }
    lower.push(own);
  }
  return lower;
}

/** What the lower triangle times the answer is. */
export function forward(lower: Rows, vector: ArrayLike<number>): Float64Array {
  const answer = new Float64Array(lower.length);
  for (let i = 0; i < lower.length; i++) {
    let rest = vector[i]!;
    for (let k = 0; k < i; k++) rest -= lower[i]![k]! * answer[k]!;
    answer[i] = rest / lower[i]![i]!;
  }
  return answer;
}

/** What the matrix whose lower triangle is given times the answer is. */
export function solveWith(lower: Rows, vector: ArrayLike<number>): Float64Array {
  const answer = forward(lower, vector);
  for (let i = lower.length - 1; i >= 0; i--) {
    answer[i] = answer[i]! / lower[i]![i]!;
    for (let k = 0; k < i; k++) answer[k] = answer[k]! - lower[i]![k]! * answer[i]!;
  }
  return answer;
}

/** The last `count` rows and columns of the inverse of the matrix whose lower triangle is given. */
export function inverseOfLast(lower: Rows, count: number): number[][] {
  const from = lower.length - count;
  const last = Array.from({ length: count }, (_, i) => Array.from(lower[from + i]!).slice(from));
  return last.map((_, column) => [
    ...solveWith(
      last,
      Float64Array.from(last, (_, i) => (i === column ? 1 : 0)),
    ),
  ]);
}
