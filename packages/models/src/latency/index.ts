export { DEFAULT_ESTIMATOR } from "./defaultEstimator.ts";
export { estimatePath } from "./estimatePath.ts";
export { estimateProgram } from "./estimateProgram.ts";
export {
  type EstimateReport,
  estimateReportSchema,
  intervalsSchema,
  type PathEstimate,
} from "./estimateReport.ts";
export {
  type ExpectedLatency,
  expectedLatency,
} from "./expectedLatency.ts";
export { findExtern } from "./externTerms.ts";

export { flowCountEffect } from "./flowEffect.ts";
export { type Intervals, intervalsAround, latencyIntervals } from "./interval.ts";
export type { LatencyForm } from "./latencyForm.ts";
export { linearForm } from "./linearForm.ts";
export { baseDelayUs, nfDelayUs } from "./nfDelay.ts";
export { fastestPath, intervalsOf, slowestPath } from "./outermostPaths.ts";
export { p8Form } from "./p8Form.ts";
export { referenceBytesOf } from "./packetSizeNotes.ts";
export type { LatencyPath, LatencyProgram } from "./program.ts";
export { type CanRunReason, programReasons } from "./programReasons.ts";
export { type Term, termSchema } from "./term.ts";
