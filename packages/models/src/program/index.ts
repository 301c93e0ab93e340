export { type AnyAnalysis, analyseAny } from "./analyseAny.ts";
export { type AnalysedFlow, DEFAULT_MAX_PATHS } from "./analyseFlow.ts";
export {
  type AnalyseOptions,
  type Analysis,
  analyseProgram,
} from "./analyseProgram.ts";
export { analyseBmv2, type CompiledOptions, isBmv2Json } from "./bmv2/analyseBmv2.ts";
export { type ComparedProgram, comparePrograms } from "./compare/comparePrograms.ts";
export { compareSources, type SourceHunk, sourceHunkSchema } from "./compare/compareSources.ts";
export {
  type FeaturesDelta,
  type PathChange,
  type ProgramComparison,
  programComparisonSchema,
} from "./compare/programComparison.ts";
export type { ReadEntries } from "./entries/bmv2Cli.ts";
export { type TableEntries, tableEntriesSchema } from "./entries/entries.ts";
export { entryShares } from "./entries/entryShares.ts";
export { parseEntriesText } from "./entries/parseEntriesText.ts";
export {
  type Construct,
  constructs,
  type Features,
  featuresSchema,
  featureVector,
  noFeatures,
} from "./features.ts";
export type { FlowGroup, NodeKind, Outcome } from "./flow/flow.ts";
export { type LibraryFunction, libraryFunctionSchema } from "./libraryFunction.ts";
export { type Probabilities, probabilitiesSchema } from "./probabilities.ts";
export type { GraphEdge, GraphNode, ProgramGraph } from "./programGraph.ts";
export {
  type CountedSource,
  countedSourceSchema,
  type DeclaredTable,
  declaredTableSchema,
  diagnosticSchema,
  type FeaturesReport,
  featuresReportSchema,
  type Path,
  pathSchema,
} from "./report.ts";
export { sha256 } from "./sha256.ts";
export { unknownPlaces } from "./walk/arcShares.ts";
export type { CostEvent, PathCost } from "./walk/costGraph.ts";
export { type Expected, type ExpectedShare, expectedCost } from "./walk/expectedCost.ts";
export { type CostedPath, type ExtremePaths, extremePaths } from "./walk/extremePaths.ts";
export {
  type DrawnPath,
  externsOfWalks,
  findDrawnPath,
  findPath,
  type ProgramWalks,
} from "./walk/programWalks.ts";
