import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hendersonEquations } from "./henderson.ts";
import { dot } from "./leastSquares.ts";
import { inverse, quadratic } from "./mixedModel.ts";

/** Generalised least squares by the covariance of the units itself (Searle, Casella, McCulloch 1992, Sec. 6.6). */
function generalised(
  columns: readonly number[][],
  y: readonly number[],
  groupings: readonly (readonly number[])[],
  ratios: readonly number[],
) {
  const covariance = y.map((_, i) =>
    y.map((__, j) =>
      groupings.reduce((sum, of, k) => sum + (of[i] === of[j] ? ratios[k]! : 0), i === j ? 1 : 0),
    ),
  );
  const weights = inverse(covariance);
  const weighted = (a: readonly number[], b: readonly number[]) =>
    dot(
      a,
      weights.inverse.map((row) => dot(row, b)),
    );
  const normal = inverse(columns.map((a) => columns.map((b) => weighted(a, b))));
  const target = columns.map((a) => weighted(a, y));
  const beta = normal.inverse.map((row) => dot(row, target));
  const residual = y.map((value, i) => value - columns.reduce((sum, a, j) => sum + a[i]! * beta[j]!, 0));
  return {
    ...{ beta, inverse: normal.inverse, squares: quadratic(weights.inverse, residual) },
    logDeterminant: weights.logDeterminant + normal.logDeterminant,
  };
}

const units = 12;
const groups = (most: number) => fc.array(fc.nat(most - 1), { minLength: units, maxLength: units });
const model = fc.record({
  slopes: fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: units, maxLength: units }), {
    maxLength: 2,
  }),
  y: fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: units, maxLength: units }),
  groupings: fc.array(fc.oneof(groups(3), groups(6)), { maxLength: 2 }),
  ratios: fc.array(fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e3, noNaN: true })), {
    ...{ minLength: 2, maxLength: 2 },
  }),
});

describe("Henderson's equations", () => {
  it("[D19] say what generalised least squares says, whatever groups there are", () => {
    fc.assert(
      fc.property(model, ({ slopes, y, groupings, ratios: drawn }) => {
        const columns = [y.map(() => 1), ...slopes];
        const own = columns.map((a) => columns.map((b) => dot(a, b)));
        fc.pre(inverse(own).logDeterminant > 1);
        const ratios = groupings.map((_, k) => drawn[k]!);
        const found = hendersonEquations(columns, y, groupings)(ratios);
        const told = generalised(columns, y, groupings, ratios);
        const all = ({ beta, inverse, squares, logDeterminant }: typeof told) => [
          ...beta,
          ...inverse.flat(),
          squares,
          logDeterminant,
        ];
        const expected = all(told);
        all({ ...found, inverse: found.inverse() }).forEach((value, i) => {
          expect(Math.abs(value - expected[i]!)).toBeLessThanOrEqual(1e-6 * (1 + Math.abs(expected[i]!)));
        });
      }),
    );
  });

  it("lose no digits where groups differ by a million times what units do", () => {
    const group = [0, 0, 0, 1, 1, 1, 2, 2, 2];
    const modify = [0, 1, 2, 0, 1, 2, 0, 1, 2];
    const noise = [1, -2, 1, 0, 0, 0, -1, 2, -1];
    const y = group.map((g, i) => 50 + 1e6 * (g - 1) + 1.5 * modify[i]! + 1e-3 * noise[i]!);
    const { beta, squares } = hendersonEquations([y.map(() => 1), modify], y, [group])([1e18]);
    expect(beta[0]).toBeCloseTo(50, 6);
    expect(beta[1]).toBeCloseTo(1.5, 6);
    // 12e-6 of the units, and two groups at a million
    expect(squares).toBeCloseTo(12e-6 + 2e12 / 1e18, 9);
  });
});
