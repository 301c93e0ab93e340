import type { BoundSegment } from "./boundSegment.ts";
import { queueKeyAt } from "./elements.ts";

/** Packets/s that reports show of all segments that pass a queue; null where there are none, or nobody measures. */
export type MeasuredLoad = (queueKey: string) => number | null;

/** Packets and seconds of a segment's last windows. */
export type SegmentRate = { packets: number; seconds: number };

/**
 * What reports measure of every queue: the rates of all segments that pass it, added up; `rate` is null where nothing
 * was reported.
 */
export function measuredLoad(
  measured: readonly { segment: BoundSegment; rate: SegmentRate | null }[],
): MeasuredLoad {
  const ppsOf = new Map<string, number>();
  for (const { segment, rate } of measured) {
    if (!rate || rate.seconds <= 0) continue;
    const pps = rate.packets / rate.seconds / (segment.sampling ?? 1);
    segment.elements.forEach((element, i) => {
      if (element.kind !== "switch" || !element.queue) return;
      const key = queueKeyAt(segment, i);
      ppsOf.set(key, (ppsOf.get(key) ?? 0) + pps);
    });
  }
  return (queueKey) => ppsOf.get(queueKey) ?? null;
}
