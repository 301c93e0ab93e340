import { type Diagnostic, hasErrors } from "../core/index.ts";
import {
  type CheckedProgram,
  checkP4,
  type ParseOptions,
  type ResolveInclude,
  type SourceText,
} from "../p4/index.ts";
import type { TableEntries } from "./entries.ts";
import { entryProblems } from "./entryProblems.ts";
import type { Flow } from "./flow/flow.ts";
import { lowerProgram } from "./lower/pipeline.ts";
import { type ProgramGraph, programGraph } from "./programGraph.ts";
import type { CountedSource, FeaturesReport, Path } from "./report.ts";
import { sha256 } from "./sha256.ts";
import { type Bounds, boundWalks } from "./walk/bounds.ts";
import { type Exploration, explore } from "./walk/explore.ts";
import { type CountedConstruct, listPaths, type Walk } from "./walk/listPaths.ts";
import { structuralBounds } from "./walk/structuralBounds.ts";

export type AnalyseOptions = ParseOptions & {
  /** the architecture that the program must be for */
  arch?: string;
  /** table contents that narrow which actions run */
  entries?: TableEntries;
  /** paths listed at most */
  maxPaths?: number;
};

export type Analysis = {
  report: FeaturesReport;
  checked: CheckedProgram;
  /** null when the program has errors */
  graph: ProgramGraph | null;
};

/** Our choice: paths listed unless asked otherwise. */
export const DEFAULT_MAX_PATHS = 2000;

/** Our choice: (node, state) pairs that are followed. */
const VERTEX_LIMIT = 20_000;

/** A path count above this is reported as this. */
const MANY_PATHS = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Feature vectors of every feasible path of a P4 program (Harkous 2022, Sec. 4.2.2; rules in SPEC.md). Never throws on
 * what a user wrote: errors are in `report.diagnostics`, and then there are no paths.
 */
export function analyseProgram(source: SourceText, options: AnalyseOptions = {}): Analysis {
  const included = new Map<string, string>();
  const checked = checkP4(source, parseOptions(options, included));
  const diagnostics = [
    ...checked.diagnostics,
    ...architectureProblems(checked, options.arch),
    ...(options.entries ? entryProblems(options.entries, checked) : []),
  ];
  const flow = hasErrors(diagnostics) ? null : lowerProgram(checked, options.entries ?? null);
  const base = {
    program: source.file,
    architecture: checked.architecture?.definition.id ?? null,
    hash: `sha256:${sha256(hashedText(source, included, options.defines ?? {}))}`,
  };
  if (!flow) {
    const empty = { paths: [], pathCount: 0, truncated: false, min: null, max: null };
    return { report: { ...base, ...empty, diagnostics }, checked, graph: null };
  }
  const { exploration, bounds, feasible, notes } = followPaths(flow);
  diagnostics.push(...notes);
  const walks = exploration
    ? listPaths(exploration, flow.storage, options.maxPaths ?? DEFAULT_MAX_PATHS)
    : [];
  const named = walks.map((walk, index) => ({ id: `p${index + 1}`, walk }));
  const pathCount = bounds?.pathCount ?? 0n;
  const report: FeaturesReport = {
    ...base,
    paths: named.map(({ id, walk }) => toPath(id, walk, source.file)),
    pathCount: pathCount > MANY_PATHS ? Number.MAX_SAFE_INTEGER : Number(pathCount),
    truncated: pathCount > BigInt(walks.length),
    min: bounds?.min ?? null,
    max: bounds?.max ?? null,
    diagnostics,
  };
  return { report, checked, graph: programGraph(flow, feasible, named) };
}

/** Passes the options on and remembers what was included, because it is part of the program's identity. */
function parseOptions(options: AnalyseOptions, included: Map<string, string>): ParseOptions {
  const { resolveInclude } = options;
  const remember: ResolveInclude = (path, fromFile, kind) => {
    const found = resolveInclude?.(path, fromFile, kind) ?? null;
    if (found) included.set(found.file, found.text);
    return found;
  };
  return {
    ...(options.defines ? { defines: options.defines } : {}),
    ...(resolveInclude ? { resolveInclude: remember } : {}),
  };
}

/** The program's own text; with includes or definitions, those too. */
function hashedText(
  source: SourceText,
  included: ReadonlyMap<string, string>,
  defines: Readonly<Record<string, string>>,
): string {
  const files = [...included]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, text]) => `\0${file}\0${text}`);
  const names = Object.keys(defines)
    .sort()
    .map((name) => `\0-D${name}=${defines[name]}`);
  return [source.text, ...files, ...names].join("");
}

function architectureProblems(checked: CheckedProgram, wanted: string | undefined): Diagnostic[] {
  if (hasErrors(checked.diagnostics)) return [];
  const found = checked.architecture?.definition.id;
  if (found === undefined) {
    const message =
      "no packet path: the program needs an instance named main of a known package, such as V1Switch(…) main;";
    return [note("error", "program-no-architecture", message)];
  }
  if (wanted === undefined || wanted === found) return [];
  return [note("error", "program-architecture", `the program is for ${found}, not for ${wanted} as asked`)];
}

type Followed = {
  /** where paths are listed from: feasible ones only, all of them when complete */
  exploration: Exploration | null;
  bounds: Bounds | null;
  /** tells which edges a packet can take; null when that is not known */
  feasible: Exploration | null;
  notes: Diagnostic[];
};

/** Follows paths with all values; when the states grow too many, bounds come from less and less knowledge. */
function followPaths(flow: Flow): Followed {
  const exact = explore(flow, { vertexLimit: VERTEX_LIMIT, keepValues: true });
  if (!exact || exact.complete) {
    const bounds = exact && boundWalks(exact);
    const message = "no packet can get through: every path contradicts itself";
    const notes = bounds ? [] : [note("warning", "program-no-path", message)];
    return { exploration: exact, bounds, feasible: exact, notes: [...notes, ...loopNotes(exact)] };
  }
  const coarse = explore(flow, { vertexLimit: VERTEX_LIMIT, keepValues: false });
  const complete = coarse?.complete ? coarse : null;
  const bounds: Bounds | null = complete
    ? boundWalks(complete)
    : { ...structuralBounds(flow, exact.loopLimit), pathCount: MANY_PATHS + 1n };
  const message = complete
    ? "too many branches to follow with all values: min and max also cover paths that only values contradict"
    : "too many branches to follow: min and max also cover paths that no packet can take";
  const notes = [note("warning", "program-coarse", message), ...loopNotes(exact)];
  return { exploration: exact, bounds, feasible: complete, notes };
}

function loopNotes(exploration: Exploration | null): Diagnostic[] {
  if (!exploration?.loopCut) return [];
  const message = `a loop that no header stack bounds is followed for ${exploration.loopLimit} rounds`;
  return [note("warning", "program-loop", message)];
}

const note = (severity: Diagnostic["severity"], code: string, message: string): Diagnostic => ({
  severity,
  code,
  message,
  span: null,
});

const toPath = (id: string, walk: Walk, file: string): Path => ({
  id,
  features: walk.features,
  states: walk.states,
  tables: walk.tables,
  externs: walk.externs,
  outcome: walk.outcome,
  source: walk.counted.map((counted) => toSource(counted, file)),
});

const toSource = ({ construct, span, header, table }: CountedConstruct, file: string): CountedSource => ({
  line: span.line,
  construct,
  ...(header === undefined ? {} : { header }),
  ...(table === undefined ? {} : { table }),
  column: span.column,
  endLine: span.endLine,
  ...(span.file === file ? {} : { file: span.file }),
});
