import { z } from "zod";
import { addCounts, Histogram, noCounts, type WindowCounts } from "../../telemetry/index.ts";

/** A stored window, or several that were merged. */
export type Bucket = WindowCounts & { startMs: number; histogram: Histogram };

/**
 * Buckets of one part of one segment, oldest first; times without any window are absent. Part 0 is the segment, i its
 * i-th element.
 */
export type PartBuckets = { segmentId: string; part: number; buckets: Bucket[] };

/**
 * What was observed of a part over a range: percentiles from merged histograms; a part is 0 for the segment, i for
 * element i.
 */
export const summarySchema = z.object({
  part: z.int(),
  count: z.number(),
  meanUs: z.number().nullable(),
  minUs: z.number().nullable(),
  maxUs: z.number().nullable(),
  p50Us: z.number().nullable(),
  p95Us: z.number().nullable(),
  p99Us: z.number().nullable(),
  /** shares of the packets that arrived; null without packets */
  shareAbovePl: z.number().nullable(),
  shareAboveDl: z.number().nullable(),
  dropped: z.number(),
  sequenceGaps: z.number(),
  queueDepth: z.number().nullable().default(null).describe("mean over time; null where no report says it"),
  queueMax: z.number().nullable().default(null).describe("deepest queue seen"),
  utilisation: z
    .number()
    .nullable()
    .default(null)
    .describe("of the port, mean of what reports contain, in their unit"),
  congested: z.number().default(0).describe("reports that say that a queue was congested"),
  sampleOneIn: z
    .number()
    .nullable()
    .default(null)
    .describe("one of so many datagrams of its exporters was read; null: all of them"),
});
export type Summary = z.infer<typeof summarySchema>;

const share = (part: number, of: number): number | null => (of > 0 ? part / of : null);

/** Everything observed of a part over the buckets given. */
export function summarise(part: number, buckets: readonly Bucket[]): Summary & { histogram: Histogram } {
  const histogram = new Histogram();
  const counts = noCounts();
  for (const bucket of buckets) {
    histogram.merge(bucket.histogram);
    addCounts(counts, bucket);
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
    shareAbovePl: share(counts.abovePl, count),
    shareAboveDl: share(counts.aboveDl, count),
    dropped: counts.dropped,
    // late arrivals of a gap before this range count below zero
    sequenceGaps: Math.max(0, counts.sequenceGaps),
    queueDepth: share(counts.queueDepthMs, counts.queueMs),
    queueMax: counts.queueMs > 0 ? counts.queueMax : null,
    utilisation: share(counts.utilisation, counts.utilisationCount),
    congested: counts.congested,
    sampleOneIn: counts.sampleOneIn > 1 ? counts.sampleOneIn : null,
    histogram,
  };
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
