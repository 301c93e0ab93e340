import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import {
  fixedDelay,
  lognormalDelays,
  mixedDelays,
  plusDelays,
  quantileOf,
  spreadOf,
  tailedDelays,
  waitingDelays,
} from "./delays.ts";
import { predictSwitch } from "./predictSwitch.ts";

const meanOf = (delays: readonly { us: number; share: number }[]): number =>
  delays.reduce((sum, { us, share }) => sum + us * share, 0);
const positive = fc.double({ min: 0.1, max: 1000, noNaN: true });

describe("[T23] distributions of delays", () => {
  it("keep their mean, and means add", () => {
    fc.assert(
      fc.property(positive, positive, positive, (a, b, sigma) => {
        const one = lognormalDelays(a, sigma);
        const other = waitingDelays(b, 0.4, 0.3, 0);
        expect(meanOf(one) / a).toBeCloseTo(1, 9);
        expect(meanOf(plusDelays(one, other)) / (a + b)).toBeCloseTo(1, 9);
        expect(
          meanOf(
            mixedDelays([
              [0.3, one],
              [0.7, fixedDelay(b)],
            ]),
          ) /
            (0.3 * a + 0.7 * b),
        ).toBeCloseTo(1, 9);
      }),
    );
  });

  it("give measured percentiles back, with the mean, where the tail holds it", () => {
    for (const tail of [
      { p50: 0.97, p95: 1.45, p99: 1.7 },
      { p50: 0.8, p95: 1.95, p99: 5 },
      { p50: 0.5, p95: 0.9, p99: 1.5 },
    ]) {
      const delays = tailedDelays(200, tail);
      expect(meanOf(delays)).toBeCloseTo(200, 3);
      for (const [share, ratio] of [
        [0.5, tail.p50],
        [0.95, tail.p95],
      ] as const)
        expect(Math.abs(quantileOf(delays, share) / (200 * ratio) - 1)).toBeLessThan(0.05);
    }
  });

  it("a chain of passes and waits has the percentiles of as many simulated packets", () => {
    const random = createRandom(5);
    const pass = lognormalDelays(48, 12);
    const predicted = plusDelays(
      plusDelays(pass, waitingDelays(100, 0.5, 1, 0)),
      plusDelays(pass, lognormalDelays(300, 90)),
    );
    const variance = (cv: number) => Math.log1p(cv * cv);
    const drawn = (mean: number, cv: number) =>
      mean * Math.exp(Math.sqrt(variance(cv)) * random.normal() - variance(cv) / 2);
    const packets = Array.from(
      { length: 200_000 },
      () =>
        drawn(48, 0.25) +
        drawn(48, 0.25) +
        drawn(300, 0.3) +
        (random.next() < 0.5 ? random.exponential(200) : 0),
    ).sort((a, b) => a - b);
    for (const share of [0.5, 0.95, 0.99])
      expect(
        Math.abs(quantileOf(predicted, share) / packets[Math.floor(share * packets.length)]! - 1),
      ).toBeLessThan(0.02);
    expect(spreadOf(predicted)).toBeCloseTo(Math.hypot(12, 12, 90, Math.sqrt(200 ** 2 - 100 ** 2)), -1);
  });
});

describe("waits of a queue", () => {
  it("[T23] with services of one length the tail is that of M/D/1, not of M/M/1", () => {
    // Poisson arrivals, services of 1: Lindley's recursion
    for (const load of [0.25, 0.6, 0.9]) {
      const random = createRandom(5);
      const waits: number[] = [];
      let wait = 0;
      for (let i = 0; i < 200_000; i++) {
        waits.push(wait);
        wait = Math.max(0, wait + 1 - random.exponential(1 / load));
      }
      waits.sort((a, b) => a - b);
      const mean = load / 2 / (1 - load);
      const fixed = quantileOf(waitingDelays(mean, load, 0, 0), 0.99);
      const real = waits[198_000]!;
      expect(Math.abs(fixed / real - 1)).toBeLessThan(0.12);
      // under heavy load both are nearly exponential
      if (load < 0.9)
        expect(Math.abs(quantileOf(waitingDelays(mean, load, 1, 0), 0.99) - real)).toBeGreaterThan(
          Math.abs(fixed - real),
        );
    }
  });

  it("[T23] of a full queue lie between what one packet less and a full queue take, p99 above the mean", () => {
    // 9,000 packets/s on 6,000 with room for 64 (facts of the latency-control paper)
    const serviceUs = 1e6 / 6000;
    const { packet, meanUs } = predictSwitch({
      label: "s1",
      estimate: { meanUs: 1, meanLowUs: 1, meanHighUs: 1, notes: [], terms: [] },
      noise: { device: "bmv2", spreadUs: 0, runSpreadUs: 0, tail: null },
      queue: { ratePps: 6000, offeredPps: 9000, capacity: 64 },
    });
    expect(packet!.p99Us).toBeGreaterThan(meanUs!);
    expect(packet!.p99Us).toBeLessThan(64.1 * serviceUs);
    expect(packet!.p50Us).toBeGreaterThan(62 * serviceUs);
  });

  it("[T23] have percentiles that go with their mean", () => {
    const waitOf = (offeredPps: number) =>
      predictSwitch({
        label: "s1",
        estimate: { meanUs: 1e-6, meanLowUs: 1e-6, meanHighUs: 1e-6, notes: [], terms: [] },
        noise: { device: "bmv2", spreadUs: 0, runSpreadUs: 0, tail: null },
        queue: { ratePps: 1000, offeredPps, capacity: 1e4 },
      });
    // between the two the shape of the wait hardly changes, its mean by a few percent
    const [one, other] = [waitOf(876), waitOf(881)];
    const [means, tails] = [other.meanUs! / one.meanUs!, other.packet!.p99Us / one.packet!.p99Us];
    expect(Math.abs(tails / means - 1)).toBeLessThan(0.015);
  });
});
