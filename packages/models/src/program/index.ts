export {
  type Construct,
  constructs,
  type Features,
  featuresSchema,
  noFeatures,
} from "../core/index.ts";
export type { AnalysedFlow, FlowLimits } from "./analyseFlow.ts";
export { analyseProgram } from "./analyseProgram.ts";
export { analyseText, checkSource, checkText, type ProgramText, type TextAnalysis } from "./analyseText.ts";
export { analyseBmv2 } from "./bmv2/analyseBmv2.ts";
export { isBmv2Json } from "./bmv2/readBmv2.ts";
export { comparePrograms } from "./compare/comparePrograms.ts";
export { compareSources, type SourceHunk, sourceHunkSchema } from "./compare/compareSources.ts";
export {
  type FeaturesDelta,
  type PathChange,
  type ProgramComparison,
  programComparisonSchema,
} from "./compare/programComparison.ts";
export { p4TextOf } from "./decompile/compiledText.ts";
export { placedRun } from "./entries/bmv2Cli.ts";
export { type Contents, contentsOf } from "./entries/contents.ts";
export { constantProblem, demandKey, placeKey, updateProblem } from "./entries/demandKey.ts";
export { entryPriorities, partOf } from "./entries/entryOrder.ts";
export { entryShares } from "./entries/entryShares.ts";
export { controlNumber } from "./entries/entryValues.ts";
export { EntryHandles, Handles, placeOf } from "./entries/handles.ts";
export { keyName } from "./entries/keyName.ts";
export { byName, byNameOrId, ControlError, cName, EntryNames } from "./entries/names.ts";
export { keysetMatch } from "./entries/ownDemands.ts";
export { entryActions, type ProgramTable, programTables } from "./entries/programTables.ts";
export { readEntries } from "./entries/readEntries.ts";
export { fieldIds, idGiven, jenkinsHash, keyIds } from "./entries/runtimeIds.ts";
export {
  type Change,
  type EntryRun,
  type EntryTable,
  hasPriorities,
  type Match,
  type OneShot,
  type ProfileUse,
  prefixMask,
} from "./entries/tableEntry.ts";
export { parseTextProto, type TextMessage } from "./entries/textProto.ts";
export type { Flow, FlowGroup, FlowNode, NodeKind, Outcome } from "./flow/flow.ts";
export { lowerProgram } from "./lower/pipeline.ts";
export { isIgnoredExtern, isMachineHeader } from "./lower/semantics.ts";
export { programNeeds } from "./needs.ts";
export {
  type PlaceCounts,
  type Probabilities,
  placeCountsSchema,
  probabilitiesSchema,
} from "./probabilities.ts";
export type { GraphEdge, GraphNode, ProgramGraph } from "./programGraph.ts";
export {
  type CoarseBounds,
  type DeclaredTable,
  type FeaturesReport,
  featuresReportSchema,
  type Path,
} from "./report.ts";
export { sha256 } from "./sha256.ts";
export { declaredStandIns, standInFor } from "./standIns.ts";
export { constantTerm, replaceSymbols, type Term } from "./state/term.ts";
export { unlessTooLarge } from "./tooManyBodies.ts";
export { unknownPlaces } from "./walk/arcShares.ts";
export type { CostEvent, PathCost } from "./walk/costGraph.ts";
export { countWays, sharesOfCounts } from "./walk/countWays.ts";
export { expectedCost } from "./walk/expectedCost.ts";
export { type Explore, exploreOnce } from "./walk/exploreOnce.ts";
export { extremePaths } from "./walk/extremePaths.ts";
export { arcsShare, type LikelyPath, likelyPaths } from "./walk/likelyPaths.ts";
export {
  type DrawnPath,
  externsOfWalks,
  findDrawnPath,
  findPath,
  type ProgramWalks,
} from "./walk/programWalks.ts";
export {
  type Head,
  type Passage,
  Segments,
  type Written,
} from "./walk/segments.ts";
export { type PathInput, type PathSearch, searchPaths } from "./witness/searchPaths.ts";
