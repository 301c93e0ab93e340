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
  type Stranger,
  severityOf,
  stepCause,
} from "./cause.ts";
export {
  type PredictedTerm,
  type Prediction,
  predictSegment,
  predictSwitch,
  predictVnf,
  type QueueLoad,
  type SwitchEstimate,
} from "./prediction.ts";
export { judge, type Observation, type Residual, residual, type Verdict } from "./verdict.ts";
