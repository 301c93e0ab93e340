export {
  type Advice,
  advise,
  type ChainSetup,
  type Coupling,
  coupling,
  type Tuning,
} from "./advice/advise.ts";
export { type TuningStep, tuningScript, tuningSteps } from "./advice/commands.ts";
export { cfsQuantumMs, nicenessOf, priorityForQuantum } from "./advice/quantum.ts";
export { commentText, pidOfName, shellQuote } from "./advice/shellQuote.ts";
export { nicBound, type PortBound, portBound } from "./asDevice/portBound.ts";
export {
  functionUs,
  type ServerCapacity,
  type ServerDevice,
  type ServerDeviceOptions,
  type ServerFunction,
  type ServerTerm,
  serverCapacity,
  serverDevice,
  serverTerm,
} from "./asDevice/serverDevice.ts";
export {
  type PlacementQuality,
  placementQuality,
  type ServerCandidate,
  type ServerChoice,
  type ServerNeed,
  selectServer,
} from "./choose/twoChoices.ts";
export { type LatencyRatio, latencyRatio, workloadLatency } from "./cores/latency.ts";
export {
  ablation,
  type CoreThroughput,
  coresFor,
  coreThroughput,
  coreWorkload,
  coreWorkloads,
  transfersPerPacket,
  workloadLimitGbps,
} from "./cores/throughput.ts";
export type { CoreCurve, CoreWorkload } from "./data/curves.ts";
export {
  libraryCounterNames,
  libraryNic,
  libraryNicIds,
  libraryRuleSwitch,
  libraryRuleSwitchIds,
  libraryServer,
  libraryServerIds,
  parseServerProfile,
  scalingPresets,
  splitFactor,
} from "./data/library.ts";
export { type Nic, nicSchema } from "./data/nic.ts";
export { type RuleKind, type RuleSwitch, ruleKinds, ruleSwitchSchema } from "./data/ruleSwitch.ts";
export {
  coresOf,
  type Driver,
  drivers,
  type Policy,
  policies,
  type ServerProfile,
  serverProfileSchema,
} from "./data/serverProfile.ts";
export { type Stated, statedKinds, statedSchema } from "./data/stated.ts";
export { type Fabric, fabrics, type Realisation, type ScalingPreset } from "./data/tables.ts";
export {
  type Deployment,
  type DeploymentInput,
  type DeploymentStep,
  deployment,
  installMs,
  ruleCapacity,
  softwareMs,
  translateMs,
} from "./deploy/deployment.ts";
export type { Evidence, Finding, Remedy, RemedyEffect } from "./diagnose/finding.ts";
export { type ProfileReport, profileReport, type ReportOptions } from "./diagnose/profileReport.ts";
export type { Reference } from "./diagnose/reference.ts";
export {
  type CounterFile,
  counterFileSchema,
  type MeasuredFunction,
  type Measurement,
} from "./measure/measurement.ts";
export { mergeMeasurements } from "./measure/mergeMeasurements.ts";
export {
  type CounterFormat,
  counterFormat,
  counterFormats,
  type ReadMeasurement,
  type ReadOptions,
  readMeasurement,
} from "./measure/readMeasurement.ts";
export {
  advisedBatches,
  type BatchGoal,
  batchEffect,
  batchFillUs,
  batchGoals,
  batchLatency,
  worseAtSink,
} from "./perPacket/batch.ts";
export {
  type CounterName,
  type Counters,
  counterNames,
  type LatencyTermName,
  latencyTerms,
} from "./perPacket/counters.ts";
export {
  type CostBasis,
  latencyFromDramRefsUs,
  type PacketLatency,
  packetLatency,
  termShare,
} from "./perPacket/packetLatency.ts";
export {
  expectedContention,
  expectedWait,
  greatestRatios,
  type TimeRatios,
  timeRatios,
  usefulShare,
} from "./perPacket/ratios.ts";
export {
  type ChainMedian,
  chainDramRefs,
  chainDramSlopeUs,
  chainMedian,
  realisationIds,
  realisationOf,
  saturatingMedian,
} from "./perPacket/realisation.ts";
export {
  canSplit,
  groupShare,
  mergeGroups,
  reactionMs,
  type ScaledClass,
  type ScaledGroup,
  type ScalingVerdict,
  sameOperation,
  splitGroup,
  verdictOf,
} from "./scale/rules.ts";
export {
  decideScaling,
  type LoadPoint,
  type ScalingAction,
  type ScalingDecision,
  type ScalingInput,
  type ScalingSample,
  simulateScaling,
} from "./scale/simulateScaling.ts";
export {
  cyclesToNs,
  nsToCycles,
  OVERHEAD_WITH_CRC_BYTES,
  OVERHEAD_WITHOUT_CRC_BYTES,
  sharedCoresMpps,
  timeBudgetNs,
  transferNs,
} from "./wire/rates.ts";
