export { type AgnosticOptions, agnostic, agnosticEngine } from "./agnostic.ts";
export { type AnswerParts, answer as placementAnswer } from "./answer.ts";
export { type BatchOptions, solveBatch } from "./batch/solveBatch.ts";
export { type Catalogue, createCatalogue, type DeviceFacts } from "./catalogue.ts";
export { chainConflicts } from "./chainConflicts.ts";
export {
  delayTerms,
  type Embedding,
  embeddingOf,
  onOneDevice,
  placedChain,
  singleDeviceUs,
} from "./embedding.ts";
export type { PlacementSolver, PlaceOptions, PlaceProgress } from "./engine.ts";
export { exactEngine } from "./exact/exactEngine.ts";
export { type ExactOptions, solveExact } from "./exact/solveExact.ts";
export { type GreedyOptions, greedy } from "./greedy.ts";
export { greedyEngine } from "./greedyEngine.ts";
export { type IlpOptions, solveIlp } from "./ilp/solveIlp.ts";
export { type ChainInstance, createInstance, type DeviceInstance, type Instance } from "./instance.ts";
export { type LeastDelay, leastDelay } from "./leastDelay.ts";
export { DEFAULT_PACKET_BYTES } from "./load/loadTerms.ts";
export { underLoad } from "./load/underLoad.ts";
export { type ParetoFront, type ParetoPoint, paretoFrontSchema } from "./pareto/front.ts";
export { paretoFront } from "./pareto/paretoFront.ts";
export { type PlanFront, type PlanFrontOptions, planFront, planFrontSchema } from "./pareto/planFront.ts";
export type { ParetoOptions } from "./pareto/solver.ts";
export { checkProblem, type ParsedProblem, parseProblem } from "./parseProblem.ts";
export { type PlanOptions, planDevices, planEngines } from "./plan/planDevices.ts";
export { type Plan, planSchema } from "./plan/planResult.ts";
export { verifyPlan } from "./plan/verifyPlan.ts";
export {
  type LoadModel,
  loadModelSchema,
  objectiveSchema,
  type Problem,
  type ProblemOptions,
  placeWeights,
  problemOptionsSchema,
  problemSchema,
  type Weights,
} from "./problem.ts";
export { efficiencyRatios } from "./ratio.ts";
export { findRelaxations } from "./relaxation/findRelaxations.ts";
export type { RelaxOptions } from "./relaxation/oracle.ts";
export {
  type Relaxation,
  type RelaxationKind,
  type Relaxations,
  relaxationKinds,
  relaxationsSchema,
} from "./relaxation/relaxation.ts";
export {
  type Conflict,
  conflictSchema,
  type DelayTerm,
  type LoadReport,
  loadReportSchema,
  type PlacedChain,
  type Placement,
  placedChainSchema,
  placementSchema,
  termSchema,
} from "./result.ts";
export { studies } from "./study/studies.ts";
export type {
  Study,
  StudyComparison,
  StudyFigure,
  StudyPoint,
  StudySeries,
  StudyTools,
} from "./study/studyFigure.ts";
export { verifyPlacement } from "./verify.ts";
export type { Violation } from "./verifyFacts.ts";
export { applyChange, applyChanges } from "./whatIf/applyChange.ts";
export { type Change, type ChangeKind, changeSchema } from "./whatIf/change.ts";
export {
  type ChainComparison,
  type Comparison,
  compareEvaluations,
  type Delta,
  type DeviceComparison,
  type SegmentComparison,
} from "./whatIf/compareEvaluations.ts";
export { decodeChanges, encodeChanges } from "./whatIf/encodeChanges.ts";
export { type EvaluateOptions, evaluatePlacement } from "./whatIf/evaluatePlacement.ts";
export {
  type ChainEvaluation,
  type DelayRange,
  type DeviceEvaluation,
  type Evaluation,
  type LinkEvaluation,
  type SegmentEvaluation,
  shareOf,
  type Use,
} from "./whatIf/evaluation.ts";
export { failureSweep, type SweepOptions } from "./whatIf/failureSweep.ts";
export { placementOf } from "./whatIf/placementOf.ts";
export {
  type Failed,
  type LaidChain,
  type Layout,
  liveProblem,
  startWhatIf,
  type WhatIf,
} from "./whatIf/state.ts";
export {
  type FailureSweep,
  failureSweepSchema,
  type StrickenChain,
  type SweepCase,
} from "./whatIf/sweepResult.ts";
export { createBatchEngine, createIlpEngine } from "./worker/ilpEngine.ts";
export { ilpHere } from "./worker/ilpHere.ts";
export { planInWorker } from "./worker/planInWorker.ts";
export { serveIlp } from "./worker/serveIlp.ts";
export type { IlpReply, IlpRequest, IlpWorker } from "./worker/solverWorker.ts";
