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

  it("draws costs that are as uncertain as each other by one share, no less than the likeliest variance would", () => {
    const cost = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(fc.array(cost, { minLength: 3, maxLength: 6 }), (costs) => {
        const square = costs.reduce((sum, us) => sum + us * us, 0) / costs.length;
        const likeliest = square > 1 ? 1 - 1 / square : 0;
        const places = costs.map((_, i) => i);
        const { beta } = expectedCosts(costs, diagonal(costs.map(() => 1)), places);
        for (const [i, us] of beta.entries()) {
          expect(us * costs[i]!).toBeGreaterThanOrEqual(0);
          // where all are small the likeliest is 0; it is not known to be
          expect(Math.abs(us)).toBeLessThanOrEqual(
            Math.abs(costs[i]!) * Math.max(0.3, likeliest + 0.05) + 1e-9,
          );
        }
      }),
    );
  });

  it("is the closed form b (1 - s / mean b^2) where many costs tell how large costs are", () => {
    const costs = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 1 : -1) * (1 + (i % 5)));
    const square = costs.reduce((sum, us) => sum + us * us, 0) / costs.length;
    const { beta } = expectedCosts(
      costs,
      diagonal(costs.map(() => 1)),
      costs.map((_, i) => i),
    );
    for (const [i, us] of beta.entries()) expect(us).toBeCloseTo(costs[i]! * (1 - 1 / square), 0);
  });

  it("a single cost of two standard errors among programs that are alike is mostly chance", () => {
    const { beta, covariance } = expectedCosts(
      [300, 2, 0.1, -0.2, 0.3],
      diagonal([1, 1, 1, 1, 1]),
      [1, 2, 3, 4],
    );
    expect(beta[1]).toBeLessThan(0.6);
    // what remains open is wider than at the likeliest variance, which is 0 here
    expect(covariance[1]![1]).toBeGreaterThan(0);
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
