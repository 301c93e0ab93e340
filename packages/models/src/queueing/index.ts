export { type MeanInterval, meanInterval95 } from "./confidence.ts";
export {
  externalPpsAtController,
  externalPpsAtDevice,
  requiredDevicePps,
  type StabilityLimits,
  stabilityLimits,
} from "./dimensioning.ts";
export { FloatFifo } from "./floatFifo.ts";
export {
  type QueueCase,
  type QueuePoint,
  type QueueReport,
  queueReport,
  type ResolvedDevice,
} from "./queueReport.ts";
export { CONTROLLER_SPREAD, type QueueDevice, type QueueScenario, queueScenarioSchema } from "./scenario.ts";
export { createServiceTimes, erlangShape } from "./serviceTime.ts";
export { type SimulatedSojourn, type SojournSimulationOptions, simulateSojourn } from "./simulateSojourn.ts";
export {
  instability,
  type QueueSystem,
  refinedSojourn,
  type Sojourn,
  type Station,
  simpleSojourn,
  type Utilisations,
  utilisationsAt,
} from "./sojourn.ts";
export {
  type Forwarded,
  forward,
  linkGbps,
  measuredRate,
  offeredMpps,
  type PacketRate,
  packetMpps,
  type RateBasis,
  serviceRate,
} from "./throughput.ts";
export { meanWait, type Wait } from "./wait.ts";
