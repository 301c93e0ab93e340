export { softwareCycles } from "./classes/cost.ts";
export type {
  Synthesis,
  TrafficClass,
} from "./classes/synthesis.ts";
export { synthesise } from "./classes/synthesise.ts";

export { type DeployedFile, deployFile } from "./files/deployFile.ts";
export { fileAmong, libraryChainFile, synthesiseFile } from "./files/synthesiseFile.ts";

export type { UnitGraph } from "./graph/unit.ts";

export { generateAcl } from "./input/acl/generateAcl.ts";

export {
  parseChain,
  parseClickChain,
  parseServiceChain,
  type ReadChainFile,
} from "./input/parseServiceChain.ts";

export {
  type AgentResources,
  MetronController,
  registrationSchema as metronRegistrationSchema,
  resourcesSchema as metronResourcesSchema,
  statsSchema as metronStatsSchema,
} from "./metron/controller.ts";
export type { RestCall as MetronCall } from "./metron/messages.ts";
export { simulateFile } from "./metron/simulateFile.ts";

export type { MetronTimeline } from "./metron/timeline.ts";

export { backupFor, type Failure } from "./offload/backups.ts";

export { offloadNetworkSchema } from "./offload/network.ts";

export { parseOffloadFile } from "./offload/offloadFile.ts";
export { offloadReport } from "./offload/offloadReport.ts";
export { placeableChain } from "./offload/placeableChain.ts";
export { planOffload } from "./offload/planOffload.ts";
export { type OffloadReport, offloadReportSchema } from "./offload/reportSchema.ts";
export { classLines, knownLines } from "./output/classLines.ts";
export { toClick } from "./output/click/toClick.ts";
export { toOpenFlow } from "./output/openflow.ts";
export { toP4 } from "./output/p4/toP4.ts";
export {
  cutDiagnostics,
  describeEnding,
  describeFilter,
  describeWrites,
  type SynthesisReport,
  stageName,
  synthesisReport,
  synthesisReportSchema,
} from "./output/report.ts";
export { deviceNames, numberPorts, portNotes } from "./output/targets.ts";
export {
  type ChainThroughput,
  type CoreRange,
  chainThroughput,
  coresForLoad,
} from "./output/throughput.ts";
