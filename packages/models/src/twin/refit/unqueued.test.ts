import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { Histogram } from "../../telemetry/index.ts";
import { unqueued } from "./unqueued.ts";

/**
 * Stays behind a server of one queue: arrivals of a Poisson process, a fixed service time, a normal time in
 * front of it.
 */
function staysOf(
  seed: number,
  utilisation: number,
  meanUs: number,
  sigmaUs: number,
  packets = 40_000,
): Histogram {
  const random = createRandom(seed);
  const serviceUs = 167;
  const histogram = new Histogram();
  let [nowUs, freeUs] = [0, 0];
  for (let i = 0; i < packets; i++) {
    nowUs += (-Math.log(1 - random.next()) * serviceUs) / utilisation;
    const waitUs = Math.max(0, freeUs - nowUs);
    freeUs = Math.max(nowUs, freeUs) + serviceUs;
    histogram.record(meanUs + sigmaUs * random.normal() + waitUs);
  }
  return histogram;
}

describe("[T15] the part of a stay that is no wait", () => {
  it.each([0.1, 0.25, 0.5, 0.75, 0.85])(
    "is found to 2 %% behind a queue of utilisation %s",
    (utilisation) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 1e6 }),
          fc.double({ min: 5, max: 100, noNaN: true }),
          (seed, meanUs) => {
            const histogram = staysOf(seed, utilisation, meanUs, 0.08 * meanUs);
            const found = unqueued(histogram, utilisation);
            expect(Math.abs((found?.meanUs ?? 0) - meanUs) / meanUs).toBeLessThan(0.02);
            // the mean of all of them is far off
            if (utilisation >= 0.25) expect(histogram.meanUs()).toBeGreaterThan(1.1 * meanUs);
          },
        ),
        { numRuns: 10 },
      );
    },
  );

  it("without a queue is the stay itself, with its spread", () => {
    const found = unqueued(staysOf(7, 1e-6, 48.5, 4.55), 0);
    expect(found?.packets).toBe(40_000);
    expect(found?.meanUs).toBeCloseTo(48.5, 0);
    expect(Math.sqrt(found?.varianceUs2 ?? 0)).toBeGreaterThan(4);
    expect(Math.sqrt(found?.varianceUs2 ?? 0)).toBeLessThan(5.2);
  });

  it("is not told of nothing, nor of a server that is hardly ever idle", () => {
    expect(unqueued(new Histogram(), 0.2)).toBeNull();
    expect(unqueued(staysOf(1, 0.5, 10, 1, 100), 0.95)).toBeNull();
    expect(unqueued(staysOf(1, 0.5, 10, 1, 100), Number.NaN)).toBeNull();
  });
});
