import type { BoundSegment } from "./boundSegment.ts";
import { countedOnce, type Pass, sameAtQueue } from "./countedOnce.ts";
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

/** Passes of a queue by segments, which are numbered, and which of them see the same packets. */
type QueuePasses = { passes: readonly { index: number; element: number }[]; same: readonly number[][] };

/** Which segments pass which queue, by its key. It holds as long as the segments do. */
export function queuePasses(segments: readonly BoundSegment[]): ReadonlyMap<string, QueuePasses> {
  const passesOf = new Map<string, (Pass & { index: number })[]>();
  segments.forEach((segment, index) => {
    segment.elements.forEach((element, i) => {
      if (element.kind !== "switch" || !element.queue) return;
      const key = queueKeyAt(segment, i);
      const passes = passesOf.get(key);
      if (passes) passes.push({ index, segment, element: i });
      else passesOf.set(key, [{ index, segment, element: i }]);
    });
  });
  return new Map([...passesOf].map(([key, passes]) => [key, { passes, same: sameAtQueue(passes) }]));
}

/**
 * What reports measure of every queue: rates of all segments that pass it, each packet once, and its depth in them.
 * `passing`: which segments pass which queue, where that is known from before; of the same segments in the same order.
 */
export function measuredLoad(
  measured: readonly MeasuredSegment[],
  passing = queuePasses(measured.map(({ segment }) => segment)),
): MeasuredLoad {
  const pps = measured.map(({ segment, rate }) =>
    rate && rate.seconds > 0 ? rate.packets / rate.seconds / (segment.sampling ?? 1) : null,
  );
  const measure = (queueKey: string): MeasuredQueue => {
    const queue = passing.get(queueKey);
    if (!queue) return { pps: null, depth: null };
    let [queueDepthMs, queueMs] = [0, 0];
    for (const { index, element } of queue.passes) {
      const seen = measured[index]?.depthAt?.(element);
      queueDepthMs += seen?.queueDepthMs ?? 0;
      queueMs += seen?.queueMs ?? 0;
    }
    const known = queue.passes.map(({ index }) => pps[index] ?? null);
    return { pps: countedOnce(known, queue.same), depth: queueMs > 0 ? queueDepthMs / queueMs : null };
  };
  // all segments of a queue ask for it
  const asked = new Map<string, MeasuredQueue>();
  return (queueKey) => {
    const answer = asked.get(queueKey) ?? measure(queueKey);
    asked.set(queueKey, answer);
    return answer;
  };
}
