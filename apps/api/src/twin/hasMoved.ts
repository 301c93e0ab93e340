import type { SegmentPrediction } from "@p4twin/models/twin";

/**
 * Did mean, interval or p99 move by more than `share` of the mean, or a load by more than `share` of what is
 * served, or become known or unknown?
 */
export function hasMoved(before: SegmentPrediction, now: SegmentPrediction, share: number): boolean {
  const differ = (a: number | null, b: number | null, least: number): boolean =>
    a === null || b === null ? a !== b : Math.abs(a - b) > least;
  const leastUs = share * Math.abs(before.prediction.meanUs ?? 0);
  return (
    (["meanUs", "lowUs", "highUs"] as const).some((bound) =>
      differ(before.prediction[bound], now.prediction[bound], leastUs),
    ) ||
    differ(before.prediction.packet?.p99Us ?? null, now.prediction.packet?.p99Us ?? null, leastUs) ||
    now.queues.some((queue, i) => {
      const was = before.queues[i];
      return (
        was?.source !== queue.source ||
        differ(was.utilisation, queue.utilisation, share) ||
        (was.depth === null) !== (queue.depth === null)
      );
    })
  );
}
