export {
  type AlarmChange,
  AlarmRule,
  type AlarmState,
  type AlarmWindow,
  alarmLevelUs,
  calm,
  defaultAlarm,
  isQuiet,
  PercentileBudget,
  stepAlarm,
} from "./alarm.ts";
export { type Blame, blame, type ElementReading } from "./blame.ts";
export {
  type Cause,
  type CauseKind,
  type CauseState,
  causeKinds,
  diagnose,
  type SegmentReading,
  type Severity,
  type UndescribedHop,
  severityOf,
  stepCause,
} from "./cause.ts";
export { type Coverage, coverageOf, NOMINAL_COVERAGE } from "./drift/coverage.ts";
export { type DriftChange, type DriftState, startDrift, stepDrift } from "./drift/detectDrift.ts";
export { type DriftSettings, defaultDriftSettings, driftSettingsSchema } from "./drift/driftSettings.ts";
export { counterUploadSchema, type PlaceCounts, readCounters } from "./learn/counters.ts";
export {
  type CountedLatency,
  expectFromCounters,
  type LearntPlace,
  type LearntWay,
  learntPlaces,
  probabilitiesOf,
} from "./learn/expectFromCounters.ts";
export { type OfferedLoad, offeredLoad } from "./predict/offeredLoad.ts";
export {
  type PredictedTerm,
  type Prediction,
  type TermKind,
  termKinds,
  unknownPrediction,
} from "./predict/prediction.ts";
export { type LinkProfile, predictLink } from "./predict/predictLink.ts";
export { predictSegment } from "./predict/predictSegment.ts";
export { predictServer, type ServerShare } from "./predict/predictServer.ts";
export {
  type ControllerLoad,
  type FlowEffect,
  predictSwitch,
  type QueueLoad,
  type SwitchEstimate,
  type SwitchInput,
} from "./predict/predictSwitch.ts";
export { type DelayShares, predictVnf, type VnfProfile } from "./predict/predictVnf.ts";
export { type HopObservation, hopSample } from "./refit/hopSample.ts";
export {
  isSwitchOf,
  type ObservedDeployment,
  type ObservedHops,
  observedHops,
} from "./refit/observedHops.ts";
export { sampleOfMeasurement } from "./refit/sampleOfMeasurement.ts";
export { unqueued } from "./refit/unqueued.ts";
export { type Held, type HeldWindow, holdAgainst, type ObservedWindow } from "./replay/holdAgainst.ts";
export {
  type Replay,
  type ReplayedAlarm,
  type ReplayedDrift,
  type ReplayModel,
  replaySegment,
  type StoredWindow,
} from "./replay/replaySegment.ts";
export {
  type ElementFacts,
  type Ruling,
  type RulingCause,
  type RulingFacts,
  rule,
  verdictTitles,
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
export { judge, type Observation, type Residual, residual, type Verdict } from "./verdict.ts";
