import type { BoundSegment } from "./boundSegment.ts";
import { queueKeyAt } from "./elements.ts";
import {
  type MeasuredLoad,
  measuredLoad,
  queuePasses,
  type SeenDepth,
  type SegmentRate,
} from "./measuredLoad.ts";
import type { Bucket, PartBuckets } from "./windows.ts";

/** The live load is that of ten seconds. */
const LOAD_MS = 10_000;

/** The segment and those of its deployment that share a queue with it. */
export function sharingQueues(segments: readonly BoundSegment[], segment: BoundSegment): BoundSegment[] {
  const keysOf = (s: BoundSegment): string[] =>
    s.elements.flatMap((e, i) => (e.kind === "switch" && e.queue ? [queueKeyAt(s, i)] : []));
  const mine = new Set(keysOf(segment));
  return segments.filter((s) => s.id === segment.id || keysOf(s).some((key) => mine.has(key)));
}

/** Parts whose windows tell the load and the queues of a segment: the whole, and switches whose depth is of use. */
export const loadParts = ({ elements }: BoundSegment): number[] => [
  0,
  ...elements.flatMap((e, i) => (e.kind === "switch" && e.queue?.depthIn ? [i + 1] : [])),
];

/**
 * What the windows of segments (`loadParts`) measured of each queue: at each window, over ten seconds as live, and over
 * all of them.
 */
export function loadsOver(
  segments: readonly BoundSegment[],
  measured: readonly PartBuckets[],
  bucketMs: number,
): { at(startMs: number): MeasuredLoad; overall: MeasuredLoad } {
  const bucketsOf = new Map(
    measured.map(({ segmentId, part, buckets }) => [
      `${segmentId}/${part}`,
      new Map(buckets.map((b) => [b.startMs, b])),
    ]),
  );
  const passing = queuePasses(segments);
  const loadBy = (pick: (buckets: ReadonlyMap<number, Bucket>) => Bucket[]): MeasuredLoad => {
    const seen = (segment: BoundSegment, part: number): Bucket[] =>
      pick(bucketsOf.get(`${segment.id}/${part}`) ?? new Map());
    return measuredLoad(
      segments.map((segment) => ({
        segment,
        rate: rateOf(seen(segment, 0), bucketMs),
        depthAt: (element) => depthOf(seen(segment, element + 1)),
      })),
      passing,
    );
  };
  const steps = Math.max(1, Math.round(LOAD_MS / bucketMs));
  return {
    at: (startMs) =>
      loadBy((buckets) =>
        Array.from({ length: steps }, (_, k) => buckets.get(startMs - k * bucketMs) ?? []).flat(),
      ),
    overall: loadBy((buckets) => [...buckets.values()]),
  };
}

const rateOf = (buckets: readonly Bucket[], bucketMs: number): SegmentRate | null =>
  buckets.length === 0
    ? null
    : {
        packets: buckets.reduce((sum, { histogram }) => sum + histogram.count, 0),
        seconds: (buckets.length * bucketMs) / 1_000,
      };

const depthOf = (buckets: readonly Bucket[]): SeenDepth => ({
  queueDepthMs: buckets.reduce((sum, b) => sum + b.queueDepthMs, 0),
  queueMs: buckets.reduce((sum, b) => sum + b.queueMs, 0),
});
