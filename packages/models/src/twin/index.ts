export { type AlarmChange, AlarmRule, type AlarmState, calm, defaultAlarm, stepAlarm } from "./alarm.ts";
export { type Blame, blame, type ElementReading } from "./blame.ts";
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
