import { describe, expect, it } from "vitest";
import { fillBuckets } from "./fillBuckets.ts";
import { prepareHistogram } from "./prepareHistogram.ts";

const bucket = (place: number, count: number) => ({
  fromUs: 10 ** (place / 40),
  toUs: 10 ** ((place + 1) / 40),
  count,
});

describe("buckets of a distribution", () => {
  it("draws two heaps far apart as two heaps, not as one bar from 11 µs to 280 ms", () => {
    const { edgesUs, counts } = fillBuckets([bucket(41, 90), bucket(42, 5), bucket(217, 5)]);
    expect(counts).toHaveLength(177);
    expect(counts.filter((count) => count > 0)).toEqual([90, 5, 5]);
    const { bars } = prepareHistogram({ edgesUs, counts });
    const filled = bars.filter((bar) => bar.share > 0);
    expect(Math.max(...filled.map((bar) => bar.toUs / bar.fromUs))).toBeLessThan(1.3);
    expect(filled.at(-1)?.toUs).toBeGreaterThan(250_000);
  });

  it("gives nothing for nothing", () => {
    expect(fillBuckets([])).toEqual({ edgesUs: [], counts: [] });
  });
});
