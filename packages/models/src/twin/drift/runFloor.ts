import type { Prediction } from "../predict/prediction.ts";
import type { DriftSettings } from "./driftSettings.ts";

/**
 * Two starts differ by more than so many standard deviations of a start in one of a hundred cases: both spread. At one
 * of twenty, a switch that starts every hour would be called once a day.
 */
const SIGMAS = 2.576 * Math.SQRT2;
/** What `predictSwitch` calls the error of a run. */
const RUN = /^run of /;

/**
 * The settings with the floor raised to what runs of the switches on the path differ by: a start that is as far off as
 * starts usually are is no drift of the model. Where no profile states the spread between its runs the operator's floor
 * stands alone.
 */
export function aboveRunSpread(
  settings: DriftSettings,
  prediction: Pick<Prediction, "meanUs" | "errors"> | null,
): DriftSettings {
  const runs =
    prediction?.errors?.flatMap(({ source, aboveUs }) => (RUN.test(source) ? [aboveUs] : [])) ?? [];
  if (runs.length === 0 || !prediction?.meanUs) return settings;
  const share = (SIGMAS * Math.hypot(...runs)) / prediction.meanUs;
  return share > settings.minShare ? { ...settings, minShare: Math.min(1, share) } : settings;
}
