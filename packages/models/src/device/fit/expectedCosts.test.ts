import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedCosts } from "./expectedCosts.ts";

const diagonal = (values: readonly number[]) =>
  values.map((value, i) => values.map((_, j) => (i === j ? value : 0)));

describe("[D22] what to expect of a cost", () => {
  it.each([
    ["no noise: as fitted", [7, 3, -1], [0, 0, 0], [7, 3, -1]],
    ["far outside the noise: as fitted", [7, 300, -100, 200], [1, 1, 1, 1], [7, 300, -100, 200]],
    ["no larger than the noise: none", [7, 0.9, -0.8, 0.7], [1, 1, 1, 1], [7, 0, 0, 0]],
    ["without costs: as fitted", [7], [1], [7]],
  ])("%s", (_, beta, variances, expected) => {
    const costs = beta.slice(1).map((__, i) => i + 1);
    const answer = expectedCosts(beta, diagonal(variances), costs).beta;
    for (const [i, us] of expected.entries()) expect(answer[i]).toBeCloseTo(us, 1);
  });

  it("is the closed form where costs are as uncertain as each other: b (1 - s / mean b^2)", () => {
    const cost = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(fc.array(cost, { minLength: 3, maxLength: 6 }), (costs) => {
        const square = costs.reduce((sum, us) => sum + us * us, 0) / costs.length;
        const share = square > 1 ? 1 - 1 / square : 0;
        const places = costs.map((_, i) => i);
        const { beta } = expectedCosts(costs, diagonal(costs.map(() => 1)), places);
        // variances are tried on a grid of four a decade
        for (const [i, us] of beta.entries()) expect(Math.abs(us - costs[i]! * share)).toBeLessThan(0.6);
      }),
    );
  });

  it("moves the base by what the costs are drawn: the mean of balanced measurements stays", () => {
    // two programs, x = 0 and 1, one run each of variance 1: covariance of (base, cost) is [[1, -1], [-1, 2]]
    const { beta } = expectedCosts(
      [10, 1],
      [
        [1, -1],
        [-1, 2],
      ],
      [1],
    );
    expect(beta[0]! + beta[1]! / 2).toBeCloseTo(10.5, 9);
    expect(Math.abs(beta[1]!)).toBeLessThan(1);
  });
});
