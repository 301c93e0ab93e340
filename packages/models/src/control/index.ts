export { createDelaySource } from "./delay.ts";
export type { PacketOutcome, PacketRecord, SwitchPass } from "./packet.ts";
export {
  decide,
  decideByQueue,
  type PolicyDecision,
  refineQueueEstimateUs,
  storedArrivalUs,
} from "./policy.ts";
export { DelayBehaviour, SimulationScenario, type Step } from "./scenario.ts";
export { type ControlledSegment, controlledSegmentSchema } from "./segment/segment.ts";
export {
  type RegisterDemand,
  type RegisterSizing,
  sizeRegisters,
  type TargetMemory,
  timestampWrapUs,
  tofinoMemory,
} from "./segment/sizeRegisters.ts";
export { type ControlReport, type RunSettings, simulateScenario } from "./simulateScenario.ts";
export { createSimulation, type Simulation, type SimulationOptions } from "./simulation.ts";
export {
  boundedSlices,
  type SliceReport,
  type SliceSummary,
  simulateSlices,
  sliceReport,
} from "./slices/simulateSlices.ts";
export {
  type BoundedSlice,
  requiredLinkBps,
  strictDelaysUs,
  worstCaseDelaysUs,
} from "./slices/sliceBounds.ts";
export { type SliceScenario, sliceScenarioSchema } from "./slices/sliceScenario.ts";
export { type MeterColour, TrTcm, type TrTcmConfig } from "./slices/trTcm.ts";
export {
  burstPackets,
  elapsed,
  SECOND_JUMP,
  VQueue,
  type VQueueConfig,
  type VQueueDecision,
} from "./slices/vQueue.ts";
export {
  decodeVQueueReport,
  encodeVQueueReport,
  maxReportableLoss,
  type VQueueLayout,
  type VQueueReport,
  vQueueLayouts,
} from "./slices/vQueueReport.ts";
export type { ControlStudy } from "./study/controlStudy.ts";
export { latencyControlStudies } from "./study/latencyControlFigures.ts";
export { sliceStudies } from "./study/sliceFigures.ts";
export { type DelaySummary, summariseDelays } from "./tally/delaySample.ts";
export { createFlowTally, type FlowSummary, type FlowTally } from "./tally/flowTally.ts";
export { createSegmentTally, type SegmentSummary, type SegmentTally } from "./tally/segmentTally.ts";
export {
  bmv2Commands,
  p4RuntimeUpdates,
  type TuneCell,
  type TuneGoal,
  type TuneReport,
  tuneThresholds,
} from "./tuneThresholds.ts";
