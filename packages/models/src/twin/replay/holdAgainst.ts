import { type Coverage, coverageOf } from "../drift/coverage.ts";
import { medianOf } from "../drift/noise.ts";
import { intervalOfMean, type PacketDelay, type Prediction } from "../predict/prediction.ts";
import { type Residual, residual } from "../verdict.ts";
import { CALIBRATED_SHARE, createCalibration } from "./calibration.ts";

/** What was observed in one window; times without packets have `meanUs` null. */
export type ObservedWindow = {
  startMs: number;
  lengthS: number;
  count: number;
  meanUs: number | null;
  p50Us: number | null;
  p95Us: number | null;
  p99Us: number | null;
  dropped: number;
  /** packets that took longer (us), within the histogram's 1 % */
  countAbove(thresholdUs: number): number;
};

/** What a window is held against. */
export type HeldPrediction = Pick<Prediction, "meanUs" | "lowUs" | "highUs" | "packet">;

/** A window beside what was predicted for it; what is unknown on either side is null. */
export type HeldWindow = {
  startMs: number;
  meanUs: number | null;
  p50Us: number | null;
  predictedUs: number | null;
  /** of this window's mean: of the predicted mean, and what so few packets spread by */
  lowUs: number | null;
  highUs: number | null;
  /** observed mean less predicted mean */
  residual: Residual | null;
  packet: PacketDelay | null;
  /** did the observed mean lie inside the predicted interval? */
  inside: boolean | null;
};

export type Held = {
  windows: HeldWindow[];
  /** of the windows that have both an observation and an interval */
  coverage: Coverage;
  /**
   * what live windows say of the next: its mean lies within `halfShare` of the prediction with `level`; `coverage`: how
   * many windows lay within what the windows before them had said. Null without enough windows
   */
  calibration: { level: number; halfShare: number | null; windows: number; coverage: Coverage };
  /**
   * share of the packets that took longer than predicted for 50, 5 and 1 %; null where percentiles are not predicted
   */
  packetsAbove: { p50: number; p95: number; p99: number; packets: number } | null;
  /** over the windows with a residual, as shares of the prediction; null without any */
  bias: { meanShare: number; medianShare: number; rmsShare: number } | null;
};

/** Windows beside their predictions, oldest first (rules T6, T9, T22, T23). */
export function holdAgainst(
  windows: readonly ObservedWindow[],
  predictionOf: (window: ObservedWindow, index: number) => HeldPrediction | null,
): Held {
  let [inside, judged, calibratedInside, calibrated] = [0, 0, 0, 0];
  const shares: number[] = [];
  const calibration = createCalibration();
  const above = { p50: 0, p95: 0, p99: 0, packets: 0 };
  const held = windows.map((window, i): HeldWindow => {
    const { startMs, meanUs, p50Us, count } = window;
    const prediction = predictionOf(window, i);
    const around = prediction && intervalOfMean(prediction, count);
    const packet = prediction?.packet ?? null;
    const off = residual(meanUs, prediction?.meanUs ?? null);
    if (off) {
      shares.push(off.share);
      const half = calibration.halfShare();
      if (half !== null) {
        calibrated++;
        if (Math.abs(off.share) <= half) calibratedInside++;
      }
      calibration.add(off.share);
    }
    const isInside =
      meanUs === null || around === null ? null : meanUs >= around.lowUs && meanUs <= around.highUs;
    if (isInside !== null) {
      judged++;
      if (isInside) inside++;
    }
    if (packet && count > 0) {
      above.packets += count;
      above.p50 += window.countAbove(packet.p50Us);
      above.p95 += window.countAbove(packet.p95Us);
      above.p99 += window.countAbove(packet.p99Us);
    }
    const predictedUs = prediction?.meanUs ?? null;
    const { lowUs, highUs } = around ?? { lowUs: null, highUs: null };
    return { startMs, meanUs, p50Us, predictedUs, lowUs, highUs, residual: off, packet, inside: isInside };
  });
  const { packets } = above;
  return {
    windows: held,
    coverage: coverageOf(inside, judged),
    calibration: {
      level: CALIBRATED_SHARE,
      halfShare: calibration.halfShare(),
      windows: calibration.windows(),
      coverage: coverageOf(calibratedInside, calibrated),
    },
    packetsAbove:
      packets === 0
        ? null
        : { p50: above.p50 / packets, p95: above.p95 / packets, p99: above.p99 / packets, packets },
    bias: biasOf(shares),
  };
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
