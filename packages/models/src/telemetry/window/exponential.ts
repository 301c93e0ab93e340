import type { Histogram } from "./histogram.ts";

/** Scale of our buckets in OpenTelemetry's terms: base 2^(1/32) = 1.0219, the nearest to our 1.0202 [formats-otlp]. */
export const SCALE = 5;
const BUCKETS_PER_DOUBLING = 2 ** SCALE;
const US_PER_S = 1e6;
/** Products of the bases' powers are not exact: what is this near to a bound is on it. */
const NEAR = 1e-9;

/** Exponential histogram of seconds: bucket `offset + i` holds (base^(offset + i), base^(offset + i + 1)]. */
export type ExponentialPoint = {
  scale: number;
  count: number;
  sum: number;
  min: number;
  max: number;
  offset: number;
  bucketCounts: number[];
};

/** Index of the bucket of a positive number of seconds at `SCALE`. */
export const indexOf = (seconds: number): number =>
  Math.ceil(Math.log2(seconds) * BUCKETS_PER_DOUBLING - NEAR) - 1;

/**
 * Sum of histograms that only grows, as cumulative series must. Each of our buckets goes by its middle into one bucket
 * of the other scale: both together are within 2.1 % of a value [formats-otlp]. Count, sum and extremes stay exact.
 */
export class ExponentialSum {
  count = 0;
  private sumUs = 0;
  private minUs = Number.POSITIVE_INFINITY;
  private maxUs = Number.NEGATIVE_INFINITY;
  private readonly counts = new Map<number, number>();

  add(histogram: Histogram): void {
    this.count += histogram.count;
    this.sumUs += histogram.sumUs;
    this.minUs = Math.min(this.minUs, histogram.minUs);
    this.maxUs = Math.max(this.maxUs, histogram.maxUs);
    histogram.forEachBucket((us, count) => {
      const index = indexOf(us / US_PER_S);
      this.counts.set(index, (this.counts.get(index) ?? 0) + count);
    });
  }

  /** The sum so far in at most `maxBuckets` buckets: neighbours are put together until it fits. */
  point(maxBuckets: number): ExponentialPoint {
    const { count } = this;
    const common = {
      count,
      sum: this.sumUs / US_PER_S,
      min: this.minUs / US_PER_S,
      max: this.maxUs / US_PER_S,
    };
    if (this.counts.size === 0) return { ...common, scale: SCALE, offset: 0, bucketCounts: [] };
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const index of this.counts.keys()) {
      low = Math.min(low, index);
      high = Math.max(high, index);
    }
    let halved = 0;
    while ((high >> halved) - (low >> halved) >= maxBuckets) halved++;
    const offset = low >> halved;
    const bucketCounts = new Array<number>((high >> halved) - offset + 1).fill(0);
    for (const [index, n] of this.counts) bucketCounts[(index >> halved) - offset] += n;
    return { ...common, scale: SCALE - halved, offset, bucketCounts };
  }
}
