export { tuningScript } from "./advice/commands.ts";
export type { ServerFunction } from "./asDevice/batchCycles.ts";
export { type CorePoint, capacityOverCores, leastCores } from "./asDevice/overCores.ts";
export { nicBound, portBound } from "./asDevice/portBound.ts";
export {
  fullLoadCycles,
  functionUs,
  type ServerDevice,
  serverCapacity,
  serverDevice,
  serverTerm,
} from "./asDevice/serverDevice.ts";
export { selectServer } from "./choose/twoChoices.ts";
export { latencyRatio, workloadLatency } from "./cores/latency.ts";
export {
  ablation,
  coresFor,
  coreThroughput,
  coreWorkloads,
  workloadLimitGbps,
} from "./cores/throughput.ts";

export {
  cycleTable,
  libraryCounterNames,
  libraryNic,
  libraryRuleSwitch,
  libraryRuleSwitchIds,
  libraryServer,
  libraryServerIds,
  parseServerProfile,
  scalingPresets,
} from "./data/library.ts";

export type { Nic } from "./data/nic.ts";
export {
  type Driver,
  drivers,
  policies,
  type ServerProfile,
  serverProfileSchema,
} from "./data/serverProfile.ts";

export { fabrics, type ScalingPreset } from "./data/tables.ts";
export {
  type Deployment,
  deployment,
  installMs,
  ruleCapacity,
  softwareMs,
} from "./deploy/deployment.ts";
export type { Finding, Remedy } from "./diagnose/finding.ts";
export { type ProfileReport, profileReport } from "./diagnose/profileReport.ts";

export {
  counterFileSchema,
  type Measurement,
} from "./measure/measurement.ts";
export { mergeMeasurements } from "./measure/mergeMeasurements.ts";
export { readMeasurement } from "./measure/readMeasurement.ts";
export {
  type BatchGoal,
  batchGoals,
} from "./perPacket/batch.ts";

export {
  decideScaling,
  type LoadPoint,
  type ScalingAction,
} from "./scale/decideScaling.ts";
export {
  groupShare,
  mergeGroups,
  type ScaledClass,
  type ScaledGroup,
  splitGroup,
  verdictOf,
} from "./scale/rules.ts";
export { OVERHEAD_WITHOUT_CRC_BYTES } from "./wire/rates.ts";
