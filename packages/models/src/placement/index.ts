export { agnostic, agnosticEngine } from "./agnostic.ts";
export { answer as placementAnswer } from "./answer.ts";
export { solveBatch } from "./batch/solveBatch.ts";
export { withoutBranches } from "./branching/withBranches.ts";
export { type Catalogue, createCatalogue } from "./catalogue.ts";
export { delaySumOf } from "./delayRangeIn.ts";

export { placedChain } from "./embedding.ts";
export { completeEnds } from "./endWays.ts";
export type { PlacementSolver, PlaceOptions, PlaceProgress } from "./engine.ts";
export { exactEngine } from "./exact/exactEngine.ts";
export { solveExact } from "./exact/solveExact.ts";
export { greedy } from "./greedy.ts";
export { greedyEngine } from "./greedyEngine.ts";
export { solveIlp } from "./ilp/solveIlp.ts";
export { createInstance, type Instance } from "./instance.ts";

export { underLoad } from "./load/underLoad.ts";
export { type ParetoFront, type ParetoPoint, paretoFrontSchema } from "./pareto/front.ts";
export { paretoFront } from "./pareto/paretoFront.ts";
export { type PlanFront, planFront, planFrontSchema } from "./pareto/planFront.ts";

export { checkProblem, parseProblem } from "./parseProblem.ts";
export { planDevices, planEngines } from "./plan/planDevices.ts";
export { type Plan, planSchema } from "./plan/planResult.ts";
export { verifyPlan } from "./plan/verifyPlan.ts";
export {
  type Problem,
  type ProblemOptions,
  problemOptionsSchema,
  problemSchema,
} from "./problem.ts";

export { findRelaxations } from "./relaxation/findRelaxations.ts";

export {
  type Relaxations,
  relaxationsSchema,
} from "./relaxation/relaxation.ts";
export {
  gaveUp,
  isProof,
  type PlacedChain,
  type Placement,
  placementSchema,
} from "./result.ts";
export { listedFigures } from "./study/listedFigures.ts";
export { studies } from "./study/studies.ts";
export type {
  ListedFigure,
  Standing,
  Study,
  StudyComparison,
  StudyFigure,
  StudySeries,
  StudyTools,
} from "./study/studyFigure.ts";
export { verifyPlacement } from "./verify.ts";
export type { Violation } from "./verifyFacts.ts";
export { type Ways, waysOf } from "./ways.ts";
export { applyChange, applyChanges } from "./whatIf/applyChange.ts";
export { type Change, changeSchema } from "./whatIf/change.ts";
export {
  type Comparison,
  compareEvaluations,
} from "./whatIf/compareEvaluations.ts";
export { decodeChanges, encodeChanges } from "./whatIf/encodeChanges.ts";
export { evaluatePlacement } from "./whatIf/evaluatePlacement.ts";
export {
  type DelayRange,
  type DelaySum,
  type Evaluation,
  shareOf,
} from "./whatIf/evaluation.ts";
export { failureSweep } from "./whatIf/failureSweep.ts";
export { placementOf } from "./whatIf/placementOf.ts";
export { reembed } from "./whatIf/reembed.ts";
export {
  liveProblem,
  startWhatIf,
  type WhatIf,
} from "./whatIf/state.ts";
export {
  type FailureSweep,
  failureSweepSchema,
  type SweepCase,
} from "./whatIf/sweepResult.ts";
export { createBatchEngine, createIlpEngine } from "./worker/ilpEngine.ts";
export { ilpHere } from "./worker/ilpHere.ts";
export { planInWorker } from "./worker/planInWorker.ts";
export { serveIlp } from "./worker/serveIlp.ts";
export type { IlpReply, IlpRequest, IlpWorker } from "./worker/solverWorker.ts";
