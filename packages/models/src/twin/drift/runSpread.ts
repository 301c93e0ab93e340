import type { Prediction } from "../predict/prediction.ts";
import type { DriftRules, DriftSettings } from "./driftSettings.ts";

/**
 * Two starts differ by more than so many standard deviations of a start in one of a hundred cases: both spread. Where
 * that is within the operator's floor, runs need not be told apart.
 */
const SIGMAS = 2.576 * Math.SQRT2;
/** What `predictSwitch` calls the error of a run. */
const RUN = /^run of /;

/**
 * The settings with what runs of the switches on the path differ by, as a share of the prediction: a start that is as
 * far off as starts usually are is no drift of the model, several are. Where no profile states the spread between its
 * runs the operator's floor stands alone.
 */
export function withRunSpread(
  settings: DriftSettings,
  prediction: Pick<Prediction, "meanUs" | "errors"> | null,
): DriftRules {
  const runs =
    prediction?.errors?.flatMap(({ source, aboveUs }) => (RUN.test(source) ? [aboveUs] : [])) ?? [];
  if (runs.length === 0 || !prediction?.meanUs) return settings;
  const runShare = Math.hypot(...runs) / prediction.meanUs;
  return SIGMAS * runShare > settings.minShare ? { ...settings, runShare } : settings;
}
