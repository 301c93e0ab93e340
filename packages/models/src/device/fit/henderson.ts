import { cholesky, inverseOfLast, solveWith } from "./cholesky.ts";
import { dot } from "./leastSquares.ts";

/** Units that share a random effect: the group of each unit. */
export type Grouping = readonly number[];

/** Share of its diagonal below which a pivot is rounding. */
const LEAST_PIVOT = Number.EPSILON;

/** A mixed model at given ratios of the groups' variances to that of a unit. */
export type Solved = {
  /** of the fixed columns */
  beta: number[];
  /** logarithm of the determinant of Henderson's equations, in units of the groups' standard deviations */
  logDeterminant: number;
  /** squares that are left, in units of a unit's variance */
  squares: number;
  /** (X'V^-1 X)^-1, V in units of a unit's variance */
  inverse(): number[][];
};

/**
 * Henderson's mixed-model equations of fixed columns and random groups, prepared once for many ratios. The largest
 * grouping is eliminated by hand, from sums within its groups and of them: a base that its groups nearly repeat (means
 * known far better than groups differ) loses no digits. The others are solved with the fixed columns by Cholesky.
 */
export function hendersonEquations(
  columns: readonly (readonly number[])[],
  y: readonly number[],
  groupings: readonly Grouping[],
): (ratios: readonly number[]) => Solved {
  const sizes = groupings.map((groups) => 1 + Math.max(...groups));
  const first = sizes.indexOf(Math.max(...sizes));
  const group = groupings[first] ?? [];
  const others = groupings.flatMap((groups, k) =>
    k === first
      ? []
      : Array.from({ length: sizes[k]! }, (_, g) => ({
          of: k,
          values: groups.map((each) => (each === g ? 1 : 0)),
        })),
  );
  /** others' groups, then the fixed columns, then the latencies */
  const all = [...others.map(({ values }) => values), ...columns, y].map((column) =>
    Float64Array.from(column),
  );
  const members = new Float64Array(sizes[first] ?? 0);
  for (const g of group) members[g]!++;
  const sums = all.map((column) => {
    const sum = new Float64Array(members.length);
    for (let i = 0; i < group.length; i++) sum[group[i]!]! += column[i]!;
    return sum;
  });
  const within = all.map((column, a) => {
    if (group.length === 0) return column;
    return column.map((value, i) => value - sums[a]![group[i]!]! / members[group[i]!]!);
  });
  const products = within.map((a) => Float64Array.from(within, (b) => dot(a, b)));

  return (ratios) => {
    const ratio = ratios[first] ?? 0;
    /** what the first grouping leaves of the sums of a group */
    const left = members.map((n) => (n === 0 ? 0 : 1 / (n * (1 + n * ratio))));
    const on = all.flatMap((_, a) => (a < others.length && ratios[others[a]!.of]! <= 0 ? [] : [a]));
    const unknown = on.slice(0, -1);
    const scale = unknown.map((a) => (a < others.length ? Math.sqrt(ratios[others[a]!.of]!) : 1));
    const between = (a: number, b: number): number => {
      let sum = products[a]![b]!;
      const [x, z] = [sums[a]!, sums[b]!];
      for (let g = 0; g < left.length; g++) sum += x[g]! * z[g]! * left[g]!;
      return sum;
    };
    const normal = unknown.map(() => new Float64Array(unknown.length));
    unknown.forEach((a, i) => {
      for (let j = 0; j <= i; j++) {
        const value = between(a, unknown[j]!) * scale[i]! * scale[j]!;
        normal[i]![j] = i === j && a < others.length ? value + 1 : value;
        normal[j]![i] = normal[i]![j]!;
      }
    });
    const target = Float64Array.from(unknown, (a, i) => between(a, all.length - 1) * scale[i]!);
    const lower = cholesky(normal, LEAST_PIVOT);
    const solution = solveWith(lower, target);
    // one round of refinement, for the other groupings that nearly repeat the base
    const missed = target.map((value, i) => value - dot(normal[i]!, solution));
    solveWith(lower, missed).forEach((more, i) => {
      solution[i]! += more;
    });
    const effects = solution.map((value, i) => value * scale[i]!);
    const residual = Float64Array.from(y);
    unknown.forEach((a, i) => {
      const column = all[a]!;
      for (let unit = 0; unit < residual.length; unit++) residual[unit]! -= column[unit]! * effects[i]!;
    });
    // within groups and of them: a shift that the groups explain is no difference of large numbers
    const rest = new Float64Array(members.length);
    for (let i = 0; i < group.length; i++) rest[group[i]!]! += residual[i]!;
    for (let i = 0; i < group.length; i++) residual[i]! -= rest[group[i]!]! / members[group[i]!]!;
    let squares = dot(residual, residual);
    let logDeterminant = 2 * lower.reduce((sum, row, i) => sum + Math.log(row[i]!), 0);
    members.forEach((n, g) => {
      squares += rest[g]! ** 2 * left[g]!;
      logDeterminant += Math.log1p(n * ratio);
    });
    const fixed = unknown.length - columns.length;
    for (let i = 0; i < fixed; i++) squares += solution[i]! ** 2;
    return {
      beta: [...effects.slice(fixed)],
      logDeterminant,
      squares,
      inverse: () => inverseOfLast(lower, columns.length),
    };
  };
}
