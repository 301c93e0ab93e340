export { type ArrivalEffect, arrivalEffect, type Sources } from "./arrivals.ts";
export { requiredDevicePps, stabilityLimits } from "./dimensioning.ts";
export { finiteWait } from "./finiteWait.ts";
export { finiteWaits } from "./finiteWaits.ts";
export { FloatFifo } from "./floatFifo.ts";
export { priorityWait } from "./priorityWait.ts";
export {
  type QueueCase,
  type QueuePoint,
  queueReport,
  type ResolvedDevice,
} from "./queueReport.ts";
export { CONTROLLER_SPREAD, type QueueDevice, queueScenarioSchema } from "./scenario.ts";
export { createServiceTimes } from "./serviceTime.ts";
export {
  instability,
  refinedSojourn,
  simpleSojourn,
} from "./sojourn.ts";
export {
  type Forwarded,
  forward,
  linkGbps,
  packetMpps,
  type RateBasis,
  serviceRate,
} from "./throughput.ts";
export { meanWait } from "./wait.ts";
