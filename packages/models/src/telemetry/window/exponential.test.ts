import fc from "fast-check";
import { expect, it } from "vitest";
import { ExponentialSum, indexOf, SCALE } from "./exponential.ts";
import { Histogram } from "./histogram.ts";

const base = (scale: number): number => 2 ** (2 ** -scale);
const histogramOf = (values: readonly number[]): Histogram => {
  const histogram = new Histogram();
  for (const us of values) histogram.record(us);
  return histogram;
};

it("[T45] a bucket holds what is above its lower bound and not above its upper one", () => {
  for (const [seconds, index] of [
    [1, -1],
    [1.0001, 0],
    [2, 31],
    [2.0001, 32],
    [0.5, -33],
  ])
    expect([seconds, indexOf(seconds)]).toEqual([seconds, index]);
});

it("[T45] every value is within 2.1 % of the middle of a bucket that counts it, and nothing is lost", () => {
  const latency = fc.double({ min: 0.1, max: 1e8, noNaN: true });
  fc.assert(
    fc.property(fc.array(latency, { minLength: 1, maxLength: 40 }), (values) => {
      const sum = new ExponentialSum();
      sum.add(histogramOf(values));
      const { count, offset, bucketCounts, scale, min, max } = sum.point(2_000);
      expect([scale, count]).toEqual([SCALE, values.length]);
      expect(bucketCounts.reduce((a, b) => a + b)).toBe(values.length);
      expect([min, max]).toEqual([Math.min(...values) / 1e6, Math.max(...values) / 1e6]);
      const middles = bucketCounts.flatMap((n, i) => {
        const [low, high] = [base(SCALE) ** (offset + i), base(SCALE) ** (offset + i + 1)];
        return new Array<number>(n).fill((2 * low * high) / (low + high));
      });
      const sorted = values.toSorted((a, b) => a - b);
      for (const [i, us] of sorted.entries())
        expect(Math.abs(middles[i] / (us / 1e6) - 1)).toBeLessThan(0.0215);
    }),
    { numRuns: 200 },
  );
});

it("[T45] too many buckets are halved until they fit, and a sum never shrinks", () => {
  const sum = new ExponentialSum();
  sum.add(histogramOf([0.06, 1, 1e3, 1e6, 9e8]));
  const before = sum.point(160);
  expect(before.bucketCounts.length).toBeLessThanOrEqual(160);
  expect(before.scale).toBe(2);
  expect(before.bucketCounts.reduce((a, b) => a + b)).toBe(5);
  sum.add(histogramOf([5]));
  const after = sum.point(160);
  expect(after.count).toBe(6);
  after.bucketCounts.forEach((n, i) => {
    expect(n).toBeGreaterThanOrEqual(before.bucketCounts[i]);
  });
});
