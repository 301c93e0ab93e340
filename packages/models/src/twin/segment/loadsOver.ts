import type { BoundSegment } from "./boundSegment.ts";
import { queueKeyAt } from "./elements.ts";
import { type MeasuredLoad, measuredLoad, type SegmentRate } from "./measuredLoad.ts";
import type { PartBuckets } from "./windows.ts";

/** The live load is that of ten seconds. */
const LOAD_MS = 10_000;

/** The segment and those of its deployment that share a queue with it. */
export function sharingQueues(segments: readonly BoundSegment[], segment: BoundSegment): BoundSegment[] {
  const keysOf = (s: BoundSegment): string[] =>
    s.elements.flatMap((e, i) => (e.kind === "switch" && e.queue ? [queueKeyAt(s, i)] : []));
  const mine = new Set(keysOf(segment));
  return segments.filter((s) => s.id === segment.id || keysOf(s).some((key) => mine.has(key)));
}

/** The load that whole segments measured: at each window, over ten seconds as live, and over all of them. */
export function loadsOver(
  segments: readonly BoundSegment[],
  wholes: readonly PartBuckets[],
  bucketMs: number,
): { at(startMs: number): MeasuredLoad; overall: MeasuredLoad } {
  const countsOf = new Map(
    wholes.map((p) => [p.segmentId, new Map(p.buckets.map((b) => [b.startMs, b.histogram.count]))]),
  );
  const measured = (rateOf: (counts: ReadonlyMap<number, number>) => SegmentRate | null): MeasuredLoad =>
    measuredLoad(
      segments.map((segment) => ({ segment, rate: rateOf(countsOf.get(segment.id) ?? new Map()) })),
    );
  const steps = Math.max(1, Math.round(LOAD_MS / bucketMs));
  return {
    at: (startMs) =>
      measured((counts) => {
        let [packets, seconds] = [0, 0];
        for (let k = 0; k < steps; k++) {
          const count = counts.get(startMs - k * bucketMs);
          if (count === undefined) continue;
          packets += count;
          seconds += bucketMs / 1000;
        }
        return seconds > 0 ? { packets, seconds } : null;
      }),
    overall: measured((counts) => {
      if (counts.size === 0) return null;
      const packets = [...counts.values()].reduce((a, b) => a + b, 0);
      return { packets, seconds: (counts.size * bucketMs) / 1000 };
    }),
  };
}
