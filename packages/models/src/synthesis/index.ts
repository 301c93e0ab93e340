export { classify } from "./classes/classify.ts";
export { disjointFilters } from "./classes/disjointFilters.ts";
export { type OffloadRule, offloadableRules } from "./classes/offloadableRules.ts";
export { createFlowState, type FlowState, type Reply } from "./classes/stateTable.ts";
export type {
  ClassRule,
  Cut,
  Ending,
  EntryClassifier,
  PathCost,
  Refusal,
  StateTable,
  Synthesis,
  TrafficClass,
} from "./classes/synthesis.ts";
export { DEFAULT_MAX_FILTERS, type SynthesiseOptions, synthesise } from "./classes/synthesise.ts";
export { ELEMENT_CYCLES, SYNTHESISED_CYCLES } from "./element/cycles.ts";
export { applyWrites, type Chooser } from "./graph/applyWrites.ts";
export { type Target, targetOf, type Unit, type UnitGraph, type UnitRule } from "./graph/unit.ts";
export { type Walked, walkPacket } from "./graph/walkPacket.ts";
export { type FieldSet, intervalsOf } from "./header/fieldSet.ts";
export { doOverlap, type Filter, intersect, isWithin, matches, subtract } from "./header/filter.ts";
export { type Layout, PACKET_LAYOUT, type Packet } from "./header/layout.ts";
export type { Write, Writes } from "./header/writes.ts";
export { generateAcl } from "./input/acl/generateAcl.ts";
export { type ServiceChainFile, serviceChainFileSchema } from "./input/chainFile.ts";
export {
  type ParsedChain,
  parseAclChain,
  parseClickChain,
  parseServiceChain,
  type ReadChainFile,
} from "./input/parseServiceChain.ts";
export type { Json, RestMessage } from "./metron/messages.ts";
export { CONTRACT_ORDER, checkMove, MERGE_ORDER, type MoveStep, SPLIT_ORDER } from "./metron/moveModel.ts";
export { simulateFile } from "./metron/simulateFile.ts";
export { type MetronInput, simulateMetron } from "./metron/simulateMetron.ts";
export type { MetronEvent, MetronSample, MetronTimeline } from "./metron/timeline.ts";
export type { Assignment, PoolSlice, TagGroup } from "./offload/assignGroups.ts";
export { type Backup, backupFor, type Failure, failuresOf, type RuleChange } from "./offload/backups.ts";
export type { DeviceRule, RuleAction, RuleMatch } from "./offload/deviceRule.ts";
export { type Expanded, expandFilter, type FieldMatch } from "./offload/expandFilter.ts";
export { ruleText } from "./offload/formatRules.ts";
export type { ClassifierPlace } from "./offload/generateRules.ts";
export { type OffloadNetwork, offloadNetworkSchema } from "./offload/network.ts";
export { type NetworkFunction, networkFunctions } from "./offload/networkFunctions.ts";
export { chainOffloadability, type FunctionOffloadability } from "./offload/offloadability.ts";
export { type OffloadFile, offloadFileSchema, parseOffloadFile } from "./offload/offloadFile.ts";
export { type OffloadReport, offloadReport } from "./offload/offloadReport.ts";
export { placeableChain } from "./offload/placeableChain.ts";
export {
  type OffloadOptions,
  type OffloadPlan,
  type OffloadRefusal,
  planOffload,
} from "./offload/planOffload.ts";
export { selectSwitch } from "./offload/selectSwitch.ts";
export { type SplitClassifier, type SplitRule, splitRules } from "./offload/splitRules.ts";
export {
  type DeviceTarget,
  type OffloadTarget,
  offloadTarget,
  offloadTargetIds,
  targetOfDevice,
} from "./offload/target.ts";
export { toClick } from "./output/click.ts";
export { toOpenFlow } from "./output/openflow.ts";
export { flowCommand, type P4Output, toP4 } from "./output/p4/toP4.ts";
export {
  cutDiagnostics,
  describeEnding,
  describeFilter,
  describeSet,
  describeWrites,
  type SynthesisReport,
  synthesisReport,
  synthesisReportSchema,
} from "./output/report.ts";
export { numberPorts, type Output, type PortNumbers } from "./output/targets.ts";
