import { type Held, type HeldPrediction, holdAgainst, type ObservedWindow } from "../replay/holdAgainst.ts";
import type { Bucket } from "./windows.ts";

/** A prediction (us) that stood from `atMs` on; null where nothing is predicted. */
export type PredictionAt = HeldPrediction & { atMs: number };

/** A stored bucket as a window beside a prediction. */
export const observedWindow = (bucket: Bucket, bucketMs: number): ObservedWindow => ({
  startMs: bucket.startMs,
  lengthS: bucketMs / 1000,
  count: bucket.histogram.count,
  meanUs: bucket.histogram.meanUs(),
  p50Us: bucket.histogram.quantileUs(0.5),
  p95Us: bucket.histogram.quantileUs(0.95),
  p99Us: bucket.histogram.quantileUs(0.99),
  dropped: bucket.dropped,
  countAbove: (thresholdUs) => bucket.histogram.countAbove(thresholdUs),
});

/** Windows of a segment held against the predictions that stood then, oldest first. */
export const residualsOver = (
  buckets: readonly Bucket[],
  bucketMs: number,
  predictions: readonly PredictionAt[],
): Held =>
  holdAgainst(
    buckets.map((b) => observedWindow(b, bucketMs)),
    ({ startMs }) => predictionAt(predictions, startMs + bucketMs / 2),
  );

/** The prediction that stood at an instant; null before the first. */
function predictionAt(predictions: readonly PredictionAt[], atMs: number): PredictionAt | null {
  let [low, high] = [0, predictions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((predictions[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return predictions[low - 1] ?? null;
}
