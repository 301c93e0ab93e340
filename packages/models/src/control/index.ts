export { createDelaySource } from "./delay.ts";
export { gapVariation, nextGapUs } from "./gaps.ts";
export type { PacketRecord, SwitchPass } from "./packet.ts";
export type { Crossed } from "./port/egressPort.ts";
export { PortQueues, type TrafficManager } from "./port/portQueues.ts";
export { SimulationScenario } from "./scenario.ts";

export {
  sizeRegisters,
  timestampWrapUs,
  tofinoMemory,
} from "./segment/sizeRegisters.ts";
export { type ControlReport, simulateScenario } from "./simulateScenario.ts";
export { createSimulation } from "./simulation.ts";
export {
  type SliceReport,
  sliceReport,
} from "./slices/simulateSlices.ts";

export { type SliceScenario, sliceScenarioSchema } from "./slices/sliceScenario.ts";

export type { ControlStudy } from "./study/controlStudy.ts";
export { latencyControlStudies, listedLatencyControl } from "./study/latencyControlFigures.ts";
export { sliceStudies } from "./study/sliceFigures.ts";

export { Timeline } from "./timeline.ts";
export {
  bmv2Commands,
  p4RuntimeUpdates,
  type TuneCell,
  type TuneGoal,
  type TuneReport,
  type TuneSettings,
  tuneThresholds,
} from "./tuneThresholds.ts";
