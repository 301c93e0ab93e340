import { z } from "zod";
import type { Bucket, PartBuckets } from "./windows.ts";

const numbers = z.array(z.number());
/** Numbers over time; null where there are none. */
export const column = z.array(z.number().nullable());
const seriesCounters = ["abovePl", "aboveDl", "dropped"] as const;

/** Windows of one part as columns, oldest first; a time without packets is a gap (`null`), not zero. */
const seriesSchema = z.object({
  segmentId: z.string(),
  part: z.int(),
  /** start of each bucket, ms since 1970 */
  startMs: numbers,
  count: numbers,
  meanUs: column,
  p50Us: column,
  p95Us: column,
  p99Us: column,
  maxUs: column,
  abovePl: numbers,
  aboveDl: numbers,
  dropped: numbers,
});
export type Series = z.infer<typeof seriesSchema>;

/** What windows are exported as: columns for each part of each segment. */
export const windowsSchema = z.object({ bucketMs: z.number(), series: z.array(seriesSchema) });
export type Windows = z.infer<typeof windowsSchema>;

const emptySeries = (segmentId: string, part: number): Series => ({
  ...{ segmentId, part, startMs: [], count: [] },
  ...{ meanUs: [], p50Us: [], p95Us: [], p99Us: [], maxUs: [] },
  ...{ abovePl: [], aboveDl: [], dropped: [] },
});

/** Buckets as columns for a chart. Between first and last every bucket has its place: an absent one is a gap. */
export function toSeries({ segmentId, part, buckets }: PartBuckets, bucketMs: number): Series {
  const series = emptySeries(segmentId, part);
  const push = (startMs: number, bucket: Bucket | null): void => {
    const h = bucket?.histogram;
    series.startMs.push(startMs);
    series.count.push(h?.count ?? 0);
    series.meanUs.push(h?.meanUs() ?? null);
    series.p50Us.push(h?.quantileUs(0.5) ?? null);
    series.p95Us.push(h?.quantileUs(0.95) ?? null);
    series.p99Us.push(h?.quantileUs(0.99) ?? null);
    series.maxUs.push(h && h.count > 0 ? h.maxUs : null);
    for (const counter of seriesCounters) series[counter].push(bucket?.[counter] ?? 0);
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
