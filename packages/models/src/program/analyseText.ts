import { hasErrors } from "../core/index.ts";
import {
  type CheckedProgram,
  checkP4,
  type ParseOptions,
  type ResolveInclude,
  type SourceText,
} from "../p4/index.ts";
import type { AnalysedFlow, FlowLimits } from "./analyseFlow.ts";
import { analyseProgram } from "./analyseProgram.ts";
import { analyseBmv2 } from "./bmv2/analyseBmv2.ts";
import { isBmv2Json } from "./bmv2/readBmv2.ts";
import { p4TextOf } from "./decompile/compiledText.ts";
import { sha256 } from "./sha256.ts";
import type { StandIns } from "./standIns.ts";

/** A program as a user has it: P4 source, or what p4c-bm2-ss compiled it to, with what belongs to it. */
export type ProgramText = {
  fileName: string;
  source: string;
  /** included files by the path written in `#include` */
  includes: Readonly<Record<string, string>>;
  /** macros as of `-D`; an empty value stands for 1 */
  defines?: Readonly<Record<string, string>> | undefined;
  /** the architecture it must be written for */
  architecture?: string | undefined;
  /** table contents: JSON of the p4lang tutorials, commands of BMv2's CLI, or P4Runtime text */
  entries?: { name: string; text: string } | null | undefined;
  /** externs of devices by those of the program that count as them, in place of what the program declares */
  standIns?: StandIns | undefined;
};

/**
 * `report` with `walks` is what the latency model takes. `checked` is null for a compiled program without words in P4.
 */
export type TextAnalysis = AnalysedFlow & { checked: CheckedProgram | null };

/**
 * The one way from text to paths, for command line, page and server. Never throws on what a user wrote; table contents
 * that cannot be read narrow nothing and say why.
 */
export function analyseText(
  text: Omit<ProgramText, "includes"> & { includes?: ProgramText["includes"] | ResolveInclude },
  limits: FlowLimits = {},
): TextAnalysis {
  const { fileName, source, includes = {}, defines, architecture, standIns } = text;
  const { entries } = text;
  const given = { file: fileName, text: source };
  const options = {
    ...limits,
    resolveInclude: typeof includes === "function" ? includes : resolverOf(includes),
    ...(defines ? { defines } : {}),
    ...(architecture === undefined ? {} : { architecture }),
    ...(standIns ? { standIns } : {}),
    ...(entries ? { entries } : {}),
  };
  return analyseSource(given, options);
}

/**
 * A compiled program goes by its P4 source, as it is run; where it cannot be written as such, its graph is followed as
 * it stands.
 */
function analyseSource(
  given: SourceText,
  options: Parameters<typeof analyseProgram>[1] & Parameters<typeof analyseBmv2>[1],
): TextAnalysis {
  if (!isBmv2Json(given.text)) return analyseProgram(given, options);
  const { text } = p4TextOf(given);
  if (text === null) return { ...analyseBmv2(given, options), checked: null };
  const analysed = analyseProgram({ ...given, text }, options);
  if (hasErrors(analysed.checked.diagnostics)) return { ...analyseBmv2(given, options), checked: null };
  return { ...analysed, report: { ...analysed.report, hash: `sha256:${sha256(given.text)}` } };
}

/** A program as it is run: checked, with its files and macros. A compiled one goes by its P4 source. */
export const checkText = ({
  fileName,
  source,
  includes,
  defines,
  architecture,
}: ProgramText): CheckedProgram => {
  const options = {
    resolveInclude: resolverOf(includes),
    ...(defines ? { defines } : {}),
    ...(architecture === undefined ? {} : { architecture }),
  };
  return checkSource({ file: fileName, text: source }, options);
};

/** `checkP4` for a program that may be compiled. */
export function checkSource(source: SourceText, options: ParseOptions = {}): CheckedProgram {
  const { text, problem } = p4TextOf(source);
  if (text !== null) return checkP4({ ...source, text }, options);
  const nothing = checkP4({ ...source, text: "" }, {});
  return { ...nothing, diagnostics: [problem] };
}

const resolverOf =
  (includes: ProgramText["includes"]): ResolveInclude =>
  (path) => {
    const text = Object.hasOwn(includes, path) ? includes[path] : undefined;
    return text === undefined ? null : { file: path, text };
  };
