import { type Diagnostic, hasErrors } from "../core/index.ts";
import {
  ARCHITECTURES,
  type CheckedProgram,
  checkP4,
  type ParseOptions,
  type ResolveInclude,
  type SourceText,
} from "../p4/index.ts";
import { type AnalysedFlow, analyseFlow, type FlowLimits, MAX_STATES } from "./analyseFlow.ts";
import { clonePaths } from "./clonePaths.ts";
import { programTables } from "./entries/programTables.ts";
import { type EntriesText, readContents } from "./entries/readContents.ts";
import { asksForClones, type ClonedBy, lowerClones } from "./lower/clones.ts";
import { lowerProgram } from "./lower/pipeline.ts";
import { programNeeds } from "./needs.ts";
import { sha256 } from "./sha256.ts";
import { declaredStandIns, type StandIns } from "./standIns.ts";
import { unlessTooLarge } from "./tooManyBodies.ts";
import { explore } from "./walk/explore.ts";

export type AnalyseOptions = ParseOptions &
  FlowLimits & {
    /** table contents that narrow which actions run */
    entries?: EntriesText;
    /** in place of those that the program declares */
    standIns?: StandIns;
  };

export type Analysis = AnalysedFlow & { checked: CheckedProgram };

/**
 * Feature vectors of every feasible path of a P4 program (Harkous 2022, Sec. 4.2.2; rules in SPEC.md). Never throws on
 * what a user wrote: errors are in `report.diagnostics`, and then there are no paths.
 */
export function analyseProgram(source: SourceText, options: AnalyseOptions = {}): Analysis {
  const included = new Map<string, string>();
  const checked = checkP4(source, parseOptions(options, included));
  const declared = declaredStandIns(checked.program);
  const diagnostics: Diagnostic[] = [...checked.diagnostics, ...declared.diagnostics];
  if (!hasErrors(diagnostics) && !checked.architecture) diagnostics.push(noArchitecture);
  const tables = unlessTooLarge(() => programTables(checked), diagnostics) ?? [];
  const { contents, fits, problems } = readContents(options.entries, tables);
  const flow =
    hasErrors(diagnostics) || !fits
      ? null
      : unlessTooLarge(() => lowerProgram(checked, contents, tables), diagnostics);
  diagnostics.push(...problems);
  const asked = ARCHITECTURES.find(({ id }) => id === options.architecture);
  const defines = { ...asked?.defines, ...options.defines };
  const hash = `sha256:${sha256(hashedText(source, included, defines))}`;
  const architecture = checked.architecture?.definition.id ?? null;
  const standIns = { ...declared.standIns, ...options.standIns };
  const about = { program: source.file, architecture, hash, diagnostics, tables, contents, standIns };
  const analysed = analyseFlow(flow, about, options);
  const maxStates = options.maxStates ?? MAX_STATES;
  const lower = (by: ClonedBy) => lowerClones(checked, contents, tables, by);
  const cloning = { lower, standIns, file: source.file, maxStates, explore: options.explore ?? explore };
  // where the paths of packets are too many, so are those of clones
  const clones = flow && asksForClones(checked) ? (analysed.walks ? clonePaths(cloning) : null) : undefined;
  const report = {
    ...analysed.report,
    ...(clones === undefined ? {} : { clones }),
    needs: programNeeds(checked),
  };
  return { ...analysed, report, checked };
}

/** Passes on what the front end needs and remembers what was included, because it is part of the program's identity. */
function parseOptions(options: AnalyseOptions, included: Map<string, string>): ParseOptions {
  const { resolveInclude, defines, architecture } = options;
  const remember: ResolveInclude = (path, fromFile, kind) => {
    const found = resolveInclude?.(path, fromFile, kind) ?? null;
    if (found) included.set(found.file, found.text);
    return found;
  };
  return {
    ...(defines ? { defines } : {}),
    ...(architecture === undefined ? {} : { architecture }),
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

const noArchitecture: Diagnostic = {
  severity: "error",
  code: "program-no-architecture",
  message:
    "no packet path: the program needs an instance named main of a known package, such as V1Switch(…) main;",
  span: null,
};
