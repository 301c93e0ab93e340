import { describe, expect, it } from "vitest";
import { createRandom, student975 } from "../../core/index.ts";
import { fitMixed } from "./mixedModel.ts";

const noise = [
  0.11, -0.32, 0.25, 0.05, -0.18, 0.41, -0.27, 0.09, 0.33, -0.14, 0.02, -0.38, 0.19, 0.28, -0.21, -0.07, 0.36,
  -0.12, 0.15, -0.29, 0.22, -0.03, -0.35, 0.31,
];

// beta, standard errors, variance of a unit and of a group, as `smf.mixedlm(...).fit(reml=True)` prints them
const CROSSED = {
  ...{ beta: [49.9375, 1.4975], error: [1.7749928720120953, 0.05009485171341661] },
  ...{ unit: 0.07528482504567596, group: 18.850898796631416 },
} as const;
const NESTED = {
  ...{ beta: [50.40444444444445, 1.4289682539682491], error: [1.2964084152391124, 0.30990088545512984] },
  ...{ unit: 1.2628747031097007, group: 3.6126612354767884 },
} as const;

describe("mixed model", () => {
  it("[D19] runs shared by programs: REML of statsmodels 0.15.0 (MixedLM)", () => {
    const shift = [4.1, -3.2, 0.7, 5.3, -6.0, -1.4];
    const modify = noise.map((_, i) => Math.floor(i / 6));
    const runs = noise.map((_, i) => i % 6);
    const y = noise.map((each, i) => 50 + 1.5 * modify[i]! + shift[runs[i]!]! + each);
    const fit = fitMixed([y.map(() => 1), modify], y, [runs]);
    expect(fit.beta[0]).toBeCloseTo(CROSSED.beta[0], 6);
    expect(fit.beta[1]).toBeCloseTo(CROSSED.beta[1], 6);
    expect(Math.sqrt(fit.covariance[0]![0]!)).toBeCloseTo(CROSSED.error[0], 3);
    expect(Math.sqrt(fit.covariance[1]![1]!)).toBeCloseTo(CROSSED.error[1], 4);
    expect(fit.unitVariance).toBeCloseTo(CROSSED.unit, 4);
    expect(fit.groupVariances[0]! / CROSSED.group).toBeCloseTo(1, 3);
    // the base rests on six runs: five degrees of freedom; the cost on the units
    expect(fit.half([1, 0], "mean")! / Math.sqrt(fit.covariance[0]![0]!)).toBeCloseTo(student975(5), 1);
    expect(fit.half([0, 1], "mean")! / Math.sqrt(fit.covariance[1]![1]!)).toBeCloseTo(student975(17), 2);
  });

  it("[D19] programs that differ beyond their costs: REML of statsmodels 0.15.0 (MixedLM)", () => {
    const misfit = [0, 2.5, -3.1, 1.2, -0.6, 2.0, -1.7, 0.4];
    const modify = noise.map((_, i) => Math.floor(i / 3));
    const y = noise.map((each, i) => 50 + 1.5 * modify[i]! + misfit[modify[i]!]! + 4 * each);
    const fit = fitMixed([y.map(() => 1), modify], y, [modify]);
    expect(fit.beta[0]).toBeCloseTo(NESTED.beta[0], 6);
    expect(fit.beta[1]).toBeCloseTo(NESTED.beta[1], 6);
    expect(Math.sqrt(fit.covariance[1]![1]!)).toBeCloseTo(NESTED.error[1], 3);
    expect(fit.unitVariance).toBeCloseTo(NESTED.unit, 3);
    expect(fit.groupVariances[0]! / NESTED.group).toBeCloseTo(1, 2);
  });

  // precise means make the runs' shifts thousands of times what is left: the base then held in 63 and 55 %
  it.each([0.5, 0.02, 0])(
    "[D19] the interval of the base holds with a run effect of 5 us, means known to %s us",
    (noiseUs) => {
      const random = createRandom(11);
      const trials = 400;
      let inside = 0;
      for (let trial = 0; trial < trials; trial++) {
        const shift = Array.from({ length: 8 }, () => 5 * random.normal());
        const modify = Array.from({ length: 48 }, (_, i) => Math.floor(i / 8));
        const y = modify.map((count, i) => 50 + count + shift[i % 8]! + noiseUs * random.normal());
        const fit = fitMixed([y.map(() => 1), modify], y, [modify.map((_, i) => i % 8)]);
        if (Math.abs(fit.beta[0]! - 50) <= fit.half([1, 0], "mean")!) inside++;
      }
      // two standard errors of 0.95 over 400 trials are 0.022
      expect(inside / trials).toBeGreaterThan(0.925);
      expect(inside / trials).toBeLessThan(0.975);
    },
  );

  // a floor of 2 ns under what a unit may differ by made intervals of costs hold in 99.7 %
  it("[D19] intervals of base and costs hold where runs differ by 5 us and means are known to 1 ns", () => {
    const random = createRandom(3);
    const trials = 400;
    const inside = [0, 0];
    for (let trial = 0; trial < trials; trial++) {
      const shift = Array.from({ length: 5 }, () => 5 * random.normal());
      const modify = Array.from({ length: 60 }, (_, i) => Math.floor(i / 5));
      const y = modify.map((count, i) => 200 + 2 * count + shift[i % 5]! + 0.001 * random.normal());
      const fit = fitMixed([y.map(() => 1), modify], y, [modify.map((_, i) => i % 5)]);
      [200, 2].forEach((us, j) => {
        const x = [0, 1].map((k) => (k === j ? 1 : 0));
        if (Math.abs(fit.beta[j]! - us) <= fit.half(x, "mean")!) inside[j] = inside[j]! + 1;
      });
    }
    for (const held of inside) {
      expect(held / trials).toBeGreaterThan(0.925);
      expect(held / trials).toBeLessThan(0.975);
    }
  });

  it("[D19] without groups it is least squares with Student's t", () => {
    const x = [0, 1, 2, 3, 4, 5];
    const y = [1.1, 2.9, 5.2, 6.8, 9.1, 11.0];
    const fit = fitMixed([x.map(() => 1), x], y, []);
    expect(fit.beta[1]).toBeCloseTo(1.991429, 6);
    expect(fit.half([0, 1], "mean")! / Math.sqrt(fit.covariance[1]![1]!)).toBeCloseTo(student975(4), 3);
  });
});
