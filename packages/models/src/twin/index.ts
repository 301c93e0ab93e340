export {
  AlarmRule,
  type AlarmState,
  alarmLevelUs,
  calm,
  defaultAlarm,
  isQuiet,
  stepAlarm,
} from "./alarm.ts";
export type { ElementReading } from "./blame.ts";
export {
  type Cause,
  type CauseKind,
  type CauseState,
  causeKinds,
  diagnose,
  type Severity,
  severityOf,
  stepCause,
  type UndescribedHop,
} from "./cause.ts";
export { NOMINAL_COVERAGE } from "./drift/coverage.ts";
export { type DriftState, startDrift, stepDrift } from "./drift/detectDrift.ts";
export { type DriftSettings, defaultDriftSettings, driftSettingsSchema } from "./drift/driftSettings.ts";
export { readCounters } from "./learn/counters.ts";
export {
  expectFromCounters,
  probabilitiesOf,
} from "./learn/expectFromCounters.ts";
export { offeredLoad } from "./predict/offeredLoad.ts";
export {
  type Prediction,
  termKinds,
  unknownPrediction,
} from "./predict/prediction.ts";
export { predictLink } from "./predict/predictLink.ts";
export { predictSegment } from "./predict/predictSegment.ts";
export { predictServer } from "./predict/predictServer.ts";
export {
  predictSwitch,
  type QueueLoad,
  type SwitchEstimate,
} from "./predict/predictSwitch.ts";
export { predictVnf } from "./predict/predictVnf.ts";
export { hopSample } from "./refit/hopSample.ts";
export {
  isSwitchOf,
  type ObservedDeployment,
  type ObservedHops,
  observedHops,
} from "./refit/observedHops.ts";
export { sampleOfMeasurement } from "./refit/sampleOfMeasurement.ts";
export { unqueued } from "./refit/unqueued.ts";
export { type HeldWindow, holdAgainst, type ObservedWindow } from "./replay/holdAgainst.ts";
export {
  replaySegment,
  type StoredWindow,
} from "./replay/replaySegment.ts";
export {
  type ElementFacts,
  type Ruling,
  type RulingFacts,
  rule,
  rulingCauses,
} from "./ruling.ts";
export {
  type BoundSegment,
  boundSegmentSchema,
  type Element,
  elementSchema,
  segmentsSchema,
  type Thresholds,
  thresholdsSchema,
} from "./segment/boundSegment.ts";
export { loadsOver, sharingQueues } from "./segment/loadsOver.ts";
export { type MeasuredLoad, measuredLoad, type SegmentRate } from "./segment/measuredLoad.ts";
export {
  createPredictor,
  type EstimateMemo,
  type PredictionSources,
  type Predictor,
  type PreparedSegment,
} from "./segment/predictor.ts";
export { residualColumns, residualColumnsSchema } from "./segment/residualColumns.ts";
export { observedWindow, type PredictionAt, residualsOver } from "./segment/residualsOver.ts";
export { ruleSegment } from "./segment/ruleSegment.ts";
export {
  predictionSchema,
  type SegmentPrediction,
  segmentPredictionSchema,
} from "./segment/segmentPrediction.ts";
export {
  column,
  type Series,
  seriesSchema,
  toSeries,
  type Windows,
  windowsSchema,
} from "./segment/series.ts";
export {
  type Bucket,
  chooseBucketMs,
  type PartBuckets,
  type Summary,
  summarise,
  summarySchema,
  toDistribution,
} from "./segment/windows.ts";
export { type Residual, residual } from "./verdict.ts";
