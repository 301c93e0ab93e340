export { createDelaySource } from "./delay.ts";
export { decide, type PolicyDecision, refineQueueEstimateUs, storedArrivalUs } from "./policy.ts";
export { DelayBehaviour, SimulationScenario, type Step } from "./scenario.ts";
export {
  createSimulation,
  type PacketOutcome,
  type PacketRecord,
  type Simulation,
  type SimulationOptions,
  type SwitchPass,
} from "./simulation.ts";
