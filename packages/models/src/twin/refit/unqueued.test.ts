import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom, type Random } from "../../core/index.ts";
import { finiteWait } from "../../queueing/index.ts";
import { Histogram } from "../../telemetry/index.ts";
import { calmTail, type PassedQueue, unqueued } from "./unqueued.ts";

const SERVICE_US = 167;
const QUEUE_ROOM = 100_000;

/**
 * What is told of a queue without a spread: the mean wait of Poisson arrivals, which may be anything up to twice that.
 */
function queueAt(utilisation: number): PassedQueue {
  const { waitUs } = finiteWait((1e6 * utilisation) / SERVICE_US, SERVICE_US, 0, 400);
  return { utilisation, serviceUs: SERVICE_US, waitUs, waitErrorUs: waitUs };
}

/** Times before a server of one queue with a fixed service time; arrivals of a Poisson process. */
function staysOf(
  seed: number,
  utilisation: number,
  draw: (random: Random) => number,
  packets = 40_000,
): Histogram {
  const random = createRandom(seed);
  const histogram = new Histogram();
  let [nowUs, freeUs] = [0, 0];
  for (let i = 0; i < packets; i++) {
    nowUs += (-Math.log(1 - random.next()) * SERVICE_US) / utilisation;
    const waitUs = Math.max(0, freeUs - nowUs);
    freeUs = Math.max(nowUs, freeUs) + SERVICE_US;
    histogram.record(draw(random) + Math.min(waitUs, QUEUE_ROOM * SERVICE_US));
  }
  return histogram;
}

const normal =
  (meanUs: number, sigmaUs: number) =>
  (random: Random): number =>
    meanUs + sigmaUs * random.normal();
/** Mean 1, standard deviation `cv`. */
const lognormal =
  (meanUs: number, cv: number) =>
  (random: Random): number => {
    const variance = Math.log1p(cv * cv);
    return meanUs * Math.exp(Math.sqrt(variance) * random.normal() - variance / 2);
  };
/** Like BMv2 on a shared machine: most packets around 0.85 of the mean, 3 % in bursts of some 5 times as much. */
const bursts =
  (meanUs: number) =>
  (random: Random): number =>
    random.next() < 0.03
      ? meanUs * (1.5 + random.exponential(4))
      : lognormal((meanUs * (1 - 0.03 * 5.5)) / 0.97, 0.25)(random);

const off = (found: { meanUs: number } | null, meanUs: number): number =>
  Math.abs((found?.meanUs ?? 0) - meanUs) / meanUs;

describe("[T15] the part of a stay that is no wait", () => {
  it.each([0.1, 0.25, 0.5, 0.75, 0.85])(
    "is found to 2 %% behind a queue of utilisation %s",
    (utilisation) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 1e6 }),
          fc.double({ min: 5, max: 100, noNaN: true }),
          (seed, meanUs) => {
            const histogram = staysOf(seed, utilisation, normal(meanUs, 0.08 * meanUs));
            expect(off(unqueued(histogram, queueAt(utilisation), null), meanUs)).toBeLessThan(0.02);
            // the mean of all of them is far off
            if (utilisation >= 0.25) expect(histogram.meanUs()).toBeGreaterThan(1.1 * meanUs);
          },
        ),
        { numRuns: 10 },
      );
    },
  );

  it.each([0.1, 0.3, 0.5, 0.7])(
    "is no trimmed mean: lognormal packets of CV 0.25 leave no residual at utilisation %s (was 2.7 %% too low)",
    (utilisation) => {
      const errors = [1, 2, 3, 4].map((seed) => {
        const found = unqueued(staysOf(seed, utilisation, lognormal(48, 0.25)), queueAt(utilisation), null);
        return (found?.meanUs ?? 0) / 48 - 1;
      });
      expect(Math.abs(errors.reduce((a, b) => a + b, 0) / errors.length)).toBeLessThan(0.01);
    },
  );

  it.each([0.02, 0.3, 0.5, 0.7])(
    "has the tail that the profile, or a calm switch, shows: BMv2's leaves no residual at utilisation %s (was 16 %% too low)",
    (utilisation) => {
      const tail = calmTail(staysOf(9, 0.001, bursts(48)), 0);
      expect(tail!.p50).toBeLessThan(0.9);
      const errors = [1, 2, 3, 4].map((seed) => {
        const found = unqueued(staysOf(seed, utilisation, bursts(48)), queueAt(utilisation), tail);
        return (found?.meanUs ?? 0) / 48 - 1;
      });
      expect(Math.abs(errors.reduce((a, b) => a + b, 0) / errors.length)).toBeLessThan(0.02);
    },
  );

  it("without a queue is the mean of all packets, tail and all, with their spread", () => {
    const histogram = staysOf(7, 1e-6, bursts(48.5));
    const idle = { utilisation: 0, serviceUs: SERVICE_US, waitUs: 0, waitErrorUs: 0 };
    expect(unqueued(histogram, idle, null)).toMatchObject({
      ...{ packets: 40_000, by: "all", meanUs: histogram.meanUs() },
    });
    const narrow = unqueued(staysOf(7, 1e-6, normal(48.5, 4.55)), idle, null);
    expect(Math.sqrt(narrow?.varianceUs2 ?? 0)).toBeCloseTo(4.55, 0);
  });

  it("is not told of nothing, nor of a server that is hardly ever idle", () => {
    expect(unqueued(new Histogram(), queueAt(0.2), null)).toBeNull();
    const stays = staysOf(1, 0.5, normal(10, 1), 100);
    expect(unqueued(stays, { ...queueAt(0.95), waitUs: 1e4 }, null)).toBeNull();
    expect(unqueued(stays, { ...queueAt(0.5), utilisation: Number.NaN }, null)).toBeNull();
  });

  it("a tail is taken from calm switches of enough packets only", () => {
    expect(calmTail(staysOf(1, 0.5, bursts(48)), 0.5)).toBeNull();
    expect(calmTail(staysOf(1, 0.001, bursts(48), 900), 0)).toBeNull();
  });
});
