import { describe, expect, it } from "vitest";
import { createRandom } from "../core/index.ts";
import { arrivalEffect, type Sources } from "./arrivals.ts";
import { meanWait } from "./wait.ts";

const waitUs = (sources: Sources, load: number, serviceVariation: number): number => {
  const wait = meanWait(load * 1e6, 1, serviceVariation);
  return wait.stable ? wait.waitUs * arrivalEffect(sources, load, serviceVariation).factor : Number.NaN;
};

/** Mean wait (in services of one) of packets of paced sources, each gap spread evenly by `jitter` of its mean. */
function simulated(sources: number, jitter: number, load: number, packets: number): number {
  const random = createRandom(31);
  const gap = sources / load;
  const next = Array.from({ length: sources }, () => gap * random.next());
  let [freeAt, sum] = [0, 0];
  for (let i = 0; i < packets; i++) {
    const at = Math.min(...next);
    next[next.indexOf(at)] = at + gap * (1 + jitter * (2 * random.next() - 1));
    sum += Math.max(0, freeAt - at);
    freeAt = Math.max(freeAt, at) + 1;
  }
  return sum / packets;
}

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
    expect(arrivalEffect({ sources: 1, variation: 0 }, 0.9, 0)).toEqual({ factor: 0, busyShare: 0 });
  });

  it.each([
    [18, 0.75],
    [18, 0.9],
    [4, 0.9],
  ])("[W26] %s paced sources at load %s, simulated: within 20 %%, Poisson is not", (sources, load) => {
    const seen = simulated(sources, 1, load, 150_000);
    expect(Math.abs(waitUs({ sources, variation: Math.sqrt(1 / 3) }, load, 0) / seen - 1)).toBeLessThan(0.2);
    expect(waitUs({ sources: 1, variation: 1 }, load, 0) / seen - 1).toBeGreaterThan(0.25);
  });
});
