export { applyStandIns } from "./applyStandIns.ts";
export { estimatePath } from "./estimatePath.ts";
export { type EstimateInput, estimateProgram } from "./estimateProgram.ts";
export {
  type EstimateReport,
  estimateReportSchema,
  type PathEstimate,
  pathEstimateSchema,
} from "./estimateReport.ts";
export {
  type ExpectedInput,
  type ExpectedLatency,
  expectedLatency,
  expectedLatencySchema,
} from "./expectedLatency.ts";
export { findExtern } from "./externTerms.ts";
export { type FlowCountEffect, flowCountEffect } from "./flowEffect.ts";
export { type Interval, latencyInterval } from "./interval.ts";
export type { Basis, LatencyForm } from "./latencyForm.ts";
export { linearForm } from "./linearForm.ts";
export { baseDelayUs, type FunctionLoad, nfDelayTerms, nfDelayUs } from "./nfDelay.ts";
export { p8Form, type TargetLatency, targetLatency } from "./p8Form.ts";
export { referenceBytesOf } from "./packetSizeNotes.ts";
export { biasCost, meanCost } from "./pathCost.ts";
export type { Features, LatencyPath, LatencyProgram, LatencyTable } from "./program.ts";
export { type CanRunCode, type CanRunReason, programReasons } from "./programReasons.ts";
export { type Term, termSchema } from "./term.ts";
