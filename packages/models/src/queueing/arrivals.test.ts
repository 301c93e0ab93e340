import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../core/index.ts";
import { arrivalEffect, type Sources } from "./arrivals.ts";
import { clockWaits } from "./clocks.ts";
import { meanWait } from "./wait.ts";

const waitUs = (sources: Sources, load: number, serviceVariation: number): number => {
  const wait = meanWait(load * 1e6, 1, serviceVariation);
  return wait.stable ? wait.waitUs * arrivalEffect(sources, load, serviceVariation).factor : Number.NaN;
};

/**
 * Mean wait and what a hundredth exceeds (in services of one) of packets of paced sources, each gap spread evenly by
 * `jitter` of its mean; their phases are drawn anew `DRAWS` times.
 */
function simulated(sources: number, jitter: number, load: number, packets: number) {
  const random = createRandom(31);
  const gap = sources / load;
  const waits: number[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    const next = Array.from({ length: sources }, () => gap * random.next());
    let freeAt = 0;
    for (let i = 0; i < packets / DRAWS; i++) {
      let first = 0;
      for (let k = 1; k < sources; k++) if (next[k]! < next[first]!) first = k;
      const at = next[first]!;
      next[first] = at + gap * (1 + jitter * (2 * random.next() - 1));
      if (i >= WARM) waits.push(Math.max(0, freeAt - at));
      freeAt = Math.max(freeAt, at) + 1;
    }
  }
  waits.sort((a, b) => a - b);
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  return { mean, p99: waits[Math.floor(0.99 * waits.length)]! };
}
const [DRAWS, WARM] = [60, 200];

describe("arrivals that are not Poisson's", () => {
  it.each([0.1, 0.5, 0.9])("[W26] one source by chance or many of any kind at load %s: M/G/1", (load) => {
    for (const serviceVariation of [0, 0.5, 1]) {
      const one = arrivalEffect({ sources: 1, variation: 1 }, load, serviceVariation);
      expect(one.factor).toBeCloseTo(1, 12);
      expect(one.busyShare).toBeCloseTo(load, 12);
      const many = arrivalEffect({ sources: 1e7, variation: 0 }, load, serviceVariation);
      expect(many.factor).toBeCloseTo(1, 4);
    }
  });

  it.each([0.5, 0.7, 0.9])(
    "[W26] a clock before exponential services at load %s: D/M/1 within 4 %%",
    (load) => {
      // share of the packets that wait: the root of s = exp(-(1 - s) / load)
      let share = 0.5;
      for (let i = 0; i < 2000; i++) share = Math.exp(-(1 - share) / load);
      const exact = share / (1 - share);
      expect(Math.abs(waitUs({ sources: 1, variation: 0 }, load, 1) / exact - 1)).toBeLessThan(0.04);
      const { busyShare } = arrivalEffect({ sources: 1, variation: 0 }, load, 1);
      expect(Math.abs(busyShare - share)).toBeLessThan(0.03);
    },
  );

  it("[W26] a clock before fixed services never waits", () => {
    expect(arrivalEffect({ sources: 1, variation: 0 }, 0.9, 0)).toEqual({
      ...{ factor: 0, busyShare: 0, p99Services: null },
    });
  });

  it.each([0.3, 0.6, 0.9])(
    "[W27] two clocks at load %s: one waits for the rest of the other's service, or not",
    (load) => {
      const waits = clockWaits(2, load)!;
      expect(waits.busyShare).toBeCloseTo(load / 2, 9);
      expect(waits.mean).toBeCloseTo(load / 4, 4);
      expect(waits.p99).toBeCloseTo(1 - 0.02 / load, 6);
    },
  );

  it.each([0.3, 0.6, 0.9])("[W27] very many clocks at load %s: M/D/1", (load) => {
    expect(clockWaits(2_000, load)!.mean / (load / (2 * (1 - load)))).toBeCloseTo(1, 1);
  });

  it.each([
    [18, 0, 0.75],
    [18, 0.5, 0.9],
    [18, 1, 0.25],
    [18, 1, 0.75],
    [18, 1, 0.9],
    [4, 0.5, 0.75],
    [4, 1, 0.9],
    [50, 0.25, 0.9],
  ])(
    "[W27] %s sources, gaps spread by %s, load %s: mean within 20 %, slowest hundredth within 15 %",
    (sources, jitter, load) => {
      const seen = simulated(sources, jitter, load, 90_000);
      const from = { sources, variation: jitter / Math.sqrt(3) };
      expect(Math.abs(waitUs(from, load, 0) / seen.mean - 1)).toBeLessThan(0.2);
      expect(Math.abs(arrivalEffect(from, load, 0).p99Services! / seen.p99 - 1)).toBeLessThan(0.15);
      expect(waitUs({ sources: 1, variation: 1 }, load, 0)).toBeGreaterThan(seen.mean);
    },
  );

  it("[W27] any paced sources: mean and slowest hundredth within a third of what is simulated", () => {
    const sources = fc.integer({ min: 3, max: 40 });
    const jitter = fc.double({ min: 0.1, max: 1, noNaN: true });
    const load = fc.double({ min: 0.3, max: 0.9, noNaN: true });
    fc.assert(
      fc.property(sources, jitter, load, (n, spread, at) => {
        const seen = simulated(n, spread, at, 50_000);
        const effect = arrivalEffect({ sources: n, variation: spread / Math.sqrt(3) }, at, 0);
        const mean = (effect.factor * at) / (2 * (1 - at));
        expect(Math.abs(mean / seen.mean - 1)).toBeLessThan(1 / 3);
        expect(Math.abs(effect.p99Services! / seen.p99 - 1)).toBeLessThan(1 / 3);
      }),
      { numRuns: 15, seed: 26 },
    );
  });
});
