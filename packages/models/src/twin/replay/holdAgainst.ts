import { type Coverage, coverageOf } from "../drift/coverage.ts";
import { medianOf } from "../drift/noise.ts";
import type { Prediction } from "../predict/prediction.ts";
import { type Residual, residual } from "../verdict.ts";

/** What was observed in one window; times without packets have `meanUs` null. */
export type ObservedWindow = {
  startMs: number;
  lengthS: number;
  count: number;
  meanUs: number | null;
  p50Us: number | null;
  p99Us: number | null;
  dropped: number;
};

/** A window beside what was predicted for it; what is unknown on either side is null. */
export type HeldWindow = {
  startMs: number;
  meanUs: number | null;
  p50Us: number | null;
  predictedUs: number | null;
  lowUs: number | null;
  highUs: number | null;
  /** observed mean less predicted mean */
  residual: Residual | null;
  /** did the observed mean lie inside the predicted interval? */
  inside: boolean | null;
};

export type Held = {
  windows: HeldWindow[];
  /** of the windows that have both an observation and an interval */
  coverage: Coverage;
  /** over the windows with a residual, as shares of the prediction; null without any */
  bias: { meanShare: number; medianShare: number; rmsShare: number } | null;
};

/** Windows beside their predictions, oldest first (rules T6, T9). */
export function holdAgainst(
  windows: readonly ObservedWindow[],
  predictionOf: (window: ObservedWindow, index: number) => Prediction | null,
): Held {
  let inside = 0;
  let judged = 0;
  const shares: number[] = [];
  const held = windows.map((window, i): HeldWindow => {
    const { startMs, meanUs, p50Us } = window;
    const prediction = predictionOf(window, i);
    const lowUs = prediction?.lowUs ?? null;
    const highUs = prediction?.highUs ?? null;
    const off = residual(meanUs, prediction?.meanUs ?? null);
    if (off) shares.push(off.share);
    const isInside =
      meanUs === null || lowUs === null || highUs === null ? null : meanUs >= lowUs && meanUs <= highUs;
    if (isInside !== null) {
      judged++;
      if (isInside) inside++;
    }
    const predictedUs = prediction?.meanUs ?? null;
    return { startMs, meanUs, p50Us, predictedUs, lowUs, highUs, residual: off, inside: isInside };
  });
  return { windows: held, coverage: coverageOf(inside, judged), bias: biasOf(shares) };
}

function biasOf(shares: readonly number[]): Held["bias"] {
  if (shares.length === 0) return null;
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  return {
    meanShare: mean(shares),
    medianShare: medianOf(shares),
    rmsShare: Math.sqrt(mean(shares.map((s) => s ** 2))),
  };
}
