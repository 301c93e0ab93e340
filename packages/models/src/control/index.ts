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
export { type ControlledSegment, controlledSegmentSchema } from "./segment.ts";
export { createSimulation, type Simulation, type SimulationOptions } from "./simulation.ts";
