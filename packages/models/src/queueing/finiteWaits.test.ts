import { describe, expect, it } from "vitest";
import { finiteWait } from "./finiteWait.ts";
import { finiteWaits } from "./finiteWaits.ts";

type Points = readonly { us: number; share: number }[];

/** The wait that a share of the packets does not exceed. */
function quantileOf(points: Points, wanted: number): number {
  let seen = 0;
  for (const { us, share } of points) {
    seen += share;
    if (seen >= wanted) return us;
  }
  return points.at(-1)!.us;
}

const waits = (pps: number, serviceUs: number, sigmaUs: number, capacity: number): Points =>
  finiteWaits(pps, serviceUs, sigmaUs, capacity) ?? [];

describe("waits of a finite queue", () => {
  it.each([
    [0.6, 4],
    [0.97, 64],
    [1.2, 10],
    [3, 5],
  ])(
    "[W28] exponential services at load %f with room for %i: those of M/M/1/K, by its closed form",
    (load, capacity) => {
      const points = waits(load * 1e4, 100, 100, capacity);
      // who finds n waits for n services: more than x where fewer than n end before
      const weights = Array.from({ length: capacity + 1 }, (_, n) => load ** n);
      const total = weights.reduce((a, b) => a + b, 0);
      const above = (us: number): number => {
        let [term, below, all] = [Math.exp(-us / 100), 0, 0];
        for (let n = 1; n <= capacity; n++) {
          below += term;
          term *= us / 100 / n;
          all += (weights[n]! / total) * below;
        }
        return all;
      };
      for (const share of [0.8, 0.95, 0.99]) {
        const us = quantileOf(points, share);
        expect(above(0.96 * us)).toBeGreaterThan(1 - share);
        expect(above(1.04 * us)).toBeLessThan(1 - share);
      }
    },
  );

  it.each([
    // load, deviation of a service of 1, room; p50, p95, p99 of 1.5 million packets simulated one by one with numpy
    [1.43, 0, 2, [1.298, 1.944, 1.989]],
    [1.08, 0, 5, [2.869, 4.817, 4.964]],
    [1.5, 0, 64, [63.209, 63.942, 63.989]],
    [1.49, 0.5, 5, [3.829, 6.2, 7.247]],
  ] as const)(
    "[W28] load %f, deviation %f, room for %i: as simulated packet by packet",
    (load, sigma, capacity, expected) => {
      const points = waits(load * 1e6, 1, sigma, capacity);
      [0.5, 0.95, 0.99].forEach((share, i) => {
        expect(Math.abs(quantileOf(points, share) / expected[i]! - 1)).toBeLessThan(0.03);
      });
    },
  );

  it("[W28] the shares add up to one and have the mean of the queue; a fixed service never makes a wait beyond the room", () => {
    for (const [load, capacity] of [
      [0.2, 2],
      [0.9, 16],
      [1.3, 5],
      [8, 64],
    ] as const) {
      const points = waits(load * 1e6, 1, 0, capacity);
      expect(points.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
      const mean = points.reduce((sum, { us, share }) => sum + us * share, 0);
      expect(mean).toBeCloseTo(finiteWait(load * 1e6, 1, 0, capacity).waitUs, 6);
      expect(points.at(-1)!.us).toBeLessThan(1.02 * capacity);
    }
    expect(finiteWaits(1e9, 1, 0, 64)).toBeNull();
    expect(finiteWaits(0, 1, 0, 64)).toEqual([{ us: 0, share: 1 }]);
  });
});
