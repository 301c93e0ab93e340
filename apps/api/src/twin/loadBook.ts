import type { BoundSegment } from "../deployments/schema.ts";
import { queueKeyAt } from "./elements.ts";
import type { MeasuredLoad } from "./predictor.ts";

/** Packets and seconds of a segment's last windows. */
export type SegmentRate = { packets: number; seconds: number };

/**
 * What reports measure of every queue: the rates of all segments that pass it, added up. `rateOf` is the
 * recent rate of a segment, null where nothing was reported of it.
 */
export function measuredLoad(
  segments: readonly { deploymentId: string; segment: BoundSegment }[],
  rateOf: (deploymentId: string, segmentId: string) => SegmentRate | null,
): MeasuredLoad {
  const ppsOf = new Map<string, number>();
  for (const { deploymentId, segment } of segments) {
    const rate = rateOf(deploymentId, segment.id);
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
