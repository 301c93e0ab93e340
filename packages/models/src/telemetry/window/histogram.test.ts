import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Histogram, MAX_US, MIN_US, RELATIVE_ERROR } from "./histogram.ts";
import { HistogramColumns } from "./histogramColumns.ts";

const latency = fc
  .double({ min: Math.log(MIN_US), max: Math.log(MAX_US), noNaN: true })
  .map((logUs) => Math.min(MAX_US, Math.max(MIN_US, Math.exp(logUs))));
const latencies = fc.array(latency, { minLength: 1, maxLength: 200 });
const of = (values: readonly number[]): Histogram => {
  const histogram = new Histogram();
  for (const v of values) histogram.record(v);
  return histogram;
};
const shapeOf = (h: Histogram) => {
  const buckets: [number, number][] = [];
  h.forEachBucket((us, count) => void buckets.push([us, count]));
  return { count: h.count, minUs: h.minUs, maxUs: h.maxUs, buckets };
};

describe("Histogram", () => {
  it("[T10] every quantile is within 1 % of the exact one", () => {
    fc.assert(
      fc.property(latencies, fc.double({ min: 0, max: 1, noNaN: true }), (values, q) => {
        const sorted = values.toSorted((a, b) => a - b);
        const exact = sorted[Math.floor(q * (sorted.length - 1))];
        const estimate = of(values).quantileUs(q)!;
        expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(exact * RELATIVE_ERROR * (1 + 1e-9));
      }),
      { numRuns: 500 },
    );
  });

  it("[T10] histograms side by side hold what single ones hold", () => {
    const sample = fc.tuple(fc.integer({ min: 0, max: 5 }), latency);
    fc.assert(
      fc.property(fc.array(fc.oneof(sample, fc.constant("reset" as const)), { maxLength: 400 }), (steps) => {
        const columns = new HistogramColumns();
        columns.reserve(2);
        columns.reserve(6);
        const single = Array.from({ length: 6 }, () => new Histogram());
        for (const step of steps) {
          if (step === "reset") {
            columns.reset(0);
            single[0].reset();
          } else {
            columns.record(step[0], step[1], columns.heads, columns.headWords);
            single[step[0]].record(step[1]);
          }
        }
        const view = new Histogram();
        for (const [series, histogram] of single.entries()) {
          columns.copyTo(series, view);
          expect(shapeOf(view)).toEqual(shapeOf(histogram));
          expect([view.sumUs, columns.count(series)]).toEqual([histogram.sumUs, histogram.count]);
        }
      }),
    );
  });

  it("[T10] merge is union, in any order", () => {
    fc.assert(
      fc.property(latencies, latencies, (a, b) => {
        const left = of(a);
        left.merge(of(b));
        const right = of(b);
        right.merge(of(a));
        expect(shapeOf(left)).toEqual(shapeOf(of([...a, ...b])));
        expect(shapeOf(right)).toEqual(shapeOf(left));
        expect(left.sumUs).toBeCloseTo(right.sumUs, 3);
      }),
    );
  });

  it("[T10] decode(encode(h)) = h", () => {
    fc.assert(
      fc.property(fc.array(latency, { maxLength: 200 }), (values) => {
        const histogram = of(values);
        const read = Histogram.decode(histogram.encode())!;
        expect(shapeOf(read)).toEqual(shapeOf(histogram));
        expect(read.sumUs).toBe(histogram.sumUs);
      }),
    );
  });

  it("[T10] decode refuses what is not a histogram, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const read = Histogram.decode(bytes);
        expect(read === null || read instanceof Histogram).toBe(true);
      }),
    );
    expect(Histogram.decode(new Uint8Array(0))).toBeNull();
  });

  it("[T10] counts above a threshold, to the width of one bucket", () => {
    fc.assert(
      fc.property(latencies, latency, (values, threshold) => {
        const above = of(values).countAbove(threshold);
        const surely = values.filter((v) => v > threshold * (1 + 2.1 * RELATIVE_ERROR)).length;
        const perhaps = values.filter((v) => v > threshold * (1 - 2.1 * RELATIVE_ERROR)).length;
        expect(above).toBeGreaterThanOrEqual(surely);
        expect(above).toBeLessThanOrEqual(perhaps);
      }),
    );
  });

  it("[T10] keeps values outside its range, and is empty after reset", () => {
    const histogram = of([0, 0.001, 5e9]);
    expect(histogram.quantilesUs([0, 0.5, 1])).toEqual([0, MIN_US, 5e9]);
    expect(histogram.meanUs()).toBeCloseTo((0.001 + 5e9) / 3, 6);
    histogram.reset();
    expect([histogram.count, histogram.quantileUs(0.5), histogram.meanUs()]).toEqual([0, null, null]);
    histogram.record(7);
    expect(histogram.quantileUs(0.5)).toBe(7);
  });
});
