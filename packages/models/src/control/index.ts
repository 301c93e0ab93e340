export { createDelaySource } from "./delay.ts";
export { type DelaySummary, summariseDelays } from "./delaySample.ts";
export { createFlowTally, type FlowSummary, type FlowTally } from "./flowTally.ts";
export type { PacketOutcome, PacketRecord, SwitchPass } from "./packet.ts";
export {
  decide,
  decideByQueue,
  type PolicyDecision,
  refineQueueEstimateUs,
  storedArrivalUs,
} from "./policy.ts";
export { DelayBehaviour, SimulationScenario, type Step } from "./scenario.ts";
export { type ControlledSegment, controlledSegmentSchema } from "./segment.ts";
export { createSegmentTally, type SegmentSummary, type SegmentTally } from "./segmentTally.ts";
export { type ControlReport, type RunSettings, simulateScenario } from "./simulateScenario.ts";
export {
  boundedSlices,
  type SliceReport,
  type SliceSummary,
  simulateSlices,
  sliceReport,
} from "./simulateSlices.ts";
export { createSimulation, type Simulation, type SimulationOptions } from "./simulation.ts";
export {
  type RegisterDemand,
  type RegisterSizing,
  sizeRegisters,
  type TargetMemory,
  timestampWrapUs,
  tofinoMemory,
} from "./sizeRegisters.ts";
export { type BoundedSlice, requiredLinkBps, strictDelaysUs, worstCaseDelaysUs } from "./sliceBounds.ts";
export { type SliceScenario, sliceScenarioSchema } from "./sliceScenario.ts";
export { type MeterColour, TrTcm, type TrTcmConfig } from "./trTcm.ts";
export {
  burstPackets,
  elapsed,
  SECOND_JUMP,
  VQueue,
  type VQueueConfig,
  type VQueueDecision,
} from "./vQueue.ts";
export {
  decodeVQueueReport,
  encodeVQueueReport,
  maxReportableLoss,
  type VQueueLayout,
  type VQueueReport,
  vQueueLayouts,
} from "./vQueueReport.ts";
