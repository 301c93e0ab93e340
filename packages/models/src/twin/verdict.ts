import { intervalOfMean, type Prediction } from "./predict/prediction.ts";

export type Verdict = "holds" | "drifts" | "violated" | "noData";

/** What was observed of a segment over the time that is judged. */
export type Observation = { count: number; meanUs: number | null; p99Us: number | null };

/** Observed mean minus predicted mean in us, and as a share of the prediction; `null` when either is unknown. */
export type Residual = { us: number; share: number };

export function residual(observedMeanUs: number | null, predictedMeanUs: number | null): Residual | null {
  if (observedMeanUs === null || predictedMeanUs === null || predictedMeanUs === 0) return null;
  const us = observedMeanUs - predictedMeanUs;
  return { us, share: us / predictedMeanUs };
}

/** An observed mean within this share of the prediction is no drift, however narrow the interval is (our choice). */
export const DRIFT_TOLERANCE = 0.05;

/**
 * One line per segment. `violated`: its alarm is raised. `drifts`: the observed mean lies outside the
 * predicted interval of the mean and more than 5 % off. `noData`: nothing was observed. Without a prediction there is
 * nothing to drift from.
 */
export function judge(
  observation: Observation,
  prediction: Pick<Prediction, "meanUs" | "lowUs" | "highUs" | "packet">,
  alarmRaised: boolean,
): Verdict {
  if (alarmRaised) return "violated";
  const { meanUs } = observation;
  if (observation.count === 0 || meanUs === null) return "noData";
  if (prediction.meanUs === null) return "holds";
  const around = intervalOfMean(prediction, observation.count);
  const outside = around !== null && (meanUs < around.lowUs || meanUs > around.highUs);
  const off = Math.abs(meanUs - prediction.meanUs) > DRIFT_TOLERANCE * prediction.meanUs;
  return outside && off ? "drifts" : "holds";
}
