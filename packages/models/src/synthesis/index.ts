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
