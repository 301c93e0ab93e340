import type { Diagnostic } from "../core/index.ts";
import { type CheckedProgram, checkP4, type ResolveInclude } from "../p4/index.ts";
import type { AnalysedFlow, FlowLimits } from "./analyseFlow.ts";
import { analyseProgram } from "./analyseProgram.ts";
import { analyseBmv2, isBmv2Json } from "./bmv2/analyseBmv2.ts";
import type { TableEntries } from "./entries/entries.ts";
import { parseEntriesText } from "./entries/parseEntriesText.ts";
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

/** `report` with `walks` is what the latency model takes. `checked` is null for a compiled program. */
export type TextAnalysis = AnalysedFlow & { checked: CheckedProgram | null; entries: TableEntries | null };

/**
 * The one way from text to paths, for command line, page and server. Never throws on what a user wrote; table contents
 * that cannot be read narrow nothing and say why.
 */
export function analyseText(
  text: Omit<ProgramText, "includes"> & { includes?: ProgramText["includes"] | ResolveInclude },
  limits: FlowLimits = {},
): TextAnalysis {
  const { fileName, source, includes = {}, defines, architecture, standIns } = text;
  const read = text.entries ? parseEntriesText(text.entries.text, text.entries.name) : null;
  const entries = read?.diagnostics.length === 0 ? read.entries : null;
  const given = { file: fileName, text: source };
  const options = {
    ...limits,
    resolveInclude: typeof includes === "function" ? includes : resolverOf(includes),
    ...(defines ? { defines } : {}),
    ...(architecture === undefined ? {} : { architecture }),
    ...(standIns ? { standIns } : {}),
    ...(entries ? { entries } : {}),
  };
  const analysis = isBmv2Json(source)
    ? { ...analyseBmv2(given, options), checked: null }
    : analyseProgram(given, options);
  const diagnostics: Diagnostic[] = [...(read?.diagnostics ?? []), ...analysis.report.diagnostics];
  return { ...analysis, entries, report: { ...analysis.report, diagnostics } };
}

/** A program as it is run: checked, with its files and macros. Compiled programs are not P4 and have errors. */
export const checkText = ({
  fileName,
  source,
  includes,
  defines,
  architecture,
}: ProgramText): CheckedProgram =>
  checkP4(
    { file: fileName, text: source },
    {
      resolveInclude: resolverOf(includes),
      ...(defines ? { defines } : {}),
      ...(architecture === undefined ? {} : { architecture }),
    },
  );

const resolverOf =
  (includes: ProgramText["includes"]): ResolveInclude =>
  (path) => {
    const text = Object.hasOwn(includes, path) ? includes[path] : undefined;
    return text === undefined ? null : { file: path, text };
  };
