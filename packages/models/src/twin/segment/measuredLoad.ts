import type { BoundSegment } from "./boundSegment.ts";
import { countedOnce, type Share } from "./countedOnce.ts";
import { queueKeyAt } from "./elements.ts";

/**
 * What reports show of a queue: packets/s of all segments that pass it, and how deep it was on average over time, in
 * what the switch counts in; null where there are none, or nobody measures.
 */
type MeasuredQueue = { pps: number | null; depth: number | null };
export type MeasuredLoad = (queueKey: string) => MeasuredQueue;
export const nothingMeasured: MeasuredLoad = () => ({ pps: null, depth: null });

/** Packets and seconds of a segment's last windows. */
export type SegmentRate = { packets: number; seconds: number };

/** Depth of a queue times how long it was seen to stand, and that time: their ratio is the mean. */
export type SeenDepth = { queueDepthMs: number; queueMs: number };

type MeasuredSegment = {
  segment: BoundSegment;
  rate: SegmentRate | null;
  /** of the queue behind an element; left out where nobody looks */
  depthAt?: (element: number) => SeenDepth | null;
};

/** What reports measure of every queue: rates of all segments that pass it, each packet once, and its depth in them. */
export function measuredLoad(measured: readonly MeasuredSegment[]): MeasuredLoad {
  const sharesOf = new Map<string, Share[]>();
  const depthOf = new Map<string, SeenDepth>();
  for (const { segment, rate, depthAt } of measured) {
    const pps = rate && rate.seconds > 0 ? rate.packets / rate.seconds / (segment.sampling ?? 1) : null;
    segment.elements.forEach((element, i) => {
      if (element.kind !== "switch" || !element.queue) return;
      const key = queueKeyAt(segment, i);
      if (pps !== null) sharesOf.set(key, [...(sharesOf.get(key) ?? []), { segment, element: i, pps }]);
      const seen = depthAt?.(i);
      const before = depthOf.get(key) ?? { queueDepthMs: 0, queueMs: 0 };
      if (seen)
        depthOf.set(key, {
          queueDepthMs: before.queueDepthMs + seen.queueDepthMs,
          queueMs: before.queueMs + seen.queueMs,
        });
    });
  }
  const meanOf = ({ queueDepthMs, queueMs }: SeenDepth): number | null =>
    queueMs > 0 ? queueDepthMs / queueMs : null;
  return (queueKey) => {
    const [shares, seen] = [sharesOf.get(queueKey), depthOf.get(queueKey)];
    return { pps: shares ? countedOnce(shares) : null, depth: seen ? meanOf(seen) : null };
  };
}
