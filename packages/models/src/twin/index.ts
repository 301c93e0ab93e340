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
export { bindsPath } from "./discover/bindsPath.ts";
export { ASSUMED_LINK_GBPS, twinOfPath, UNBUDGETED } from "./discover/twinOfPath.ts";
export { NOMINAL_COVERAGE } from "./drift/coverage.ts";
export { stepDrift } from "./drift/detectDrift.ts";
export {
  type DriftRules,
  type DriftSettings,
  defaultDriftSettings,
  driftSettingsSchema,
} from "./drift/driftSettings.ts";
export { type DriftState, startDrift } from "./drift/driftState.ts";
export { medianOf } from "./drift/noise.ts";
export { type KnownStart, noteStart } from "./drift/noteStart.ts";
export { withRunSpread } from "./drift/runSpread.ts";
export { readCounters } from "./learn/counters.ts";
export {
  expectFromCounters,
  probabilitiesOf,
} from "./learn/expectFromCounters.ts";

export { chainLatency } from "./predict/chainLatency.ts";
export { intervalOfMean, type Prediction } from "./predict/prediction.ts";

export {
  isSwitchOf,
  type ObservedDeployment,
  type ObservedHops,
  observedHops,
} from "./refit/observedHops.ts";
export { sampleOfMeasurement } from "./refit/sampleOfMeasurement.ts";

export {
  replaySegment,
  type StoredWindow,
} from "./replay/replaySegment.ts";
export {
  type Ruling,
  type RulingFacts,
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
export { type Branches, branchesSchema, branchesWords, MOST_SOURCE_NAME } from "./segment/branches.ts";
export { loadParts, loadsOver, sharingQueues } from "./segment/loadsOver.ts";
export {
  measuredLoad,
  nothingMeasured,
  queuePasses,
  type SeenDepth,
  type SegmentRate,
} from "./segment/measuredLoad.ts";
export {
  createPredictor,
  type EstimateMemo,
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
export { standOut } from "./standOut.ts";
export { UsualLatency } from "./usual/usualLatency.ts";
export { type Residual, residual } from "./verdict.ts";
