import { describe, expect, it } from "vitest";
import { createRandom } from "../core/index.ts";
import { gapVariation, nextGapUs, type Pace } from "./gaps.ts";

describe("gaps between the packets of a source", () => {
  it.each<[string, Pace]>([
    ["a clock", { jitter: 0 }],
    ["a pace", { jitter: 0.2, arrivals: "paced" }],
    ["a wide pace", { jitter: 1 }],
    ["chance", { jitter: 0.2, arrivals: "poisson" }],
  ])("[C34] %s: mean and variation are what is stated", (_, pace) => {
    const random = createRandom(5);
    const gaps = Array.from({ length: 20_000 }, () => nextGapUs(pace, 400, random));
    const mean = gaps.reduce((sum, us) => sum + us, 0) / gaps.length;
    const sigma = Math.sqrt(gaps.reduce((sum, us) => sum + (us - mean) ** 2, 0) / gaps.length);
    expect(Math.abs(mean / 2500 - 1)).toBeLessThan(0.02);
    expect(Math.abs(sigma / mean - gapVariation(pace))).toBeLessThan(0.03);
  });
});
