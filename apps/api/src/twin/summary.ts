import { Histogram } from "@p4twin/models/telemetry";
import type { Series, Summary } from "./schema.ts";
import type { Bucket, PartBuckets } from "./store.ts";

const share = (part: number, of: number): number | null => (of > 0 ? part / of : null);

/** Everything observed of a part over the buckets given. */
export function summarise(part: number, buckets: readonly Bucket[]): Summary & { histogram: Histogram } {
  const histogram = new Histogram();
  let [abovePl, aboveDl, dropped, sequenceGaps] = [0, 0, 0, 0];
  for (const b of buckets) {
    histogram.merge(b.histogram);
    abovePl += b.abovePl;
    aboveDl += b.aboveDl;
    dropped += b.dropped;
    sequenceGaps += b.sequenceGaps;
  }
  const { count } = histogram;
  return {
    part,
    count,
    meanUs: histogram.meanUs(),
    minUs: count > 0 ? histogram.minUs : null,
    maxUs: count > 0 ? histogram.maxUs : null,
    p50Us: histogram.quantileUs(0.5),
    p95Us: histogram.quantileUs(0.95),
    p99Us: histogram.quantileUs(0.99),
    shareAbovePl: share(abovePl, count),
    shareAboveDl: share(aboveDl, count),
    dropped,
    // late arrivals of a gap before this range count below zero
    sequenceGaps: Math.max(0, sequenceGaps),
    histogram,
  };
}

/** Buckets as columns for a chart. Between first and last every bucket has its place: an absent one is a gap. */
export function toSeries({ segmentId, part, buckets }: PartBuckets, bucketMs: number): Series {
  const series: Series = {
    segmentId,
    part,
    startMs: [],
    count: [],
    meanUs: [],
    p50Us: [],
    p95Us: [],
    p99Us: [],
    maxUs: [],
    abovePl: [],
    aboveDl: [],
    dropped: [],
  };
  const push = (startMs: number, bucket: Bucket | null): void => {
    const h = bucket?.histogram;
    series.startMs.push(startMs);
    series.count.push(h?.count ?? 0);
    series.meanUs.push(h?.meanUs() ?? null);
    series.p50Us.push(h?.quantileUs(0.5) ?? null);
    series.p95Us.push(h?.quantileUs(0.95) ?? null);
    series.p99Us.push(h?.quantileUs(0.99) ?? null);
    series.maxUs.push(h && h.count > 0 ? h.maxUs : null);
    series.abovePl.push(bucket?.abovePl ?? 0);
    series.aboveDl.push(bucket?.aboveDl ?? 0);
    series.dropped.push(bucket?.dropped ?? 0);
  };
  let expected = buckets[0]?.startMs ?? 0;
  for (const bucket of buckets) {
    // a long silence needs one gap to break the line, not thousands
    if (bucket.startMs > expected) push(expected, null);
    push(bucket.startMs, bucket);
    expected = bucket.startMs + bucketMs;
  }
  return series;
}

const BUCKETS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 86_400];

/** The shortest bucket (ms) with which a range takes at most `maxPoints` of them. */
export function chooseBucketMs(rangeMs: number, maxPoints: number): number {
  const seconds = BUCKETS_S.find((s) => rangeMs / (1000 * s) <= maxPoints) ?? BUCKETS_S[BUCKETS_S.length - 1];
  return seconds * 1000;
}

/** Histogram as bars for drawing: neighbouring fine buckets are put together, `perDecade` bars a decade. */
export function toDistribution(
  histogram: Histogram,
  perDecade = 40,
): { fromUs: number; toUs: number; count: number }[] {
  const bars = new Map<number, number>();
  histogram.forEachBucket((us, count) => {
    const index = Math.floor(Math.log10(us) * perDecade);
    bars.set(index, (bars.get(index) ?? 0) + count);
  });
  return [...bars].map(([i, count]) => ({
    fromUs: 10 ** (i / perDecade),
    toUs: 10 ** ((i + 1) / perDecade),
    count,
  }));
}
