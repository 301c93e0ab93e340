import { dirname, isAbsolute, join } from "node:path";
import { formatDiagnostic, hasErrors } from "../../core/index.ts";
import type { CheckedProgram, ResolveInclude, SourceText } from "../../p4/index.ts";
import { analyseText, checkSource, type FlowLimits, type TextAnalysis } from "../../program/index.ts";
import { InputError } from "../errors.ts";
import { readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";
import { definesOf } from "./programOptions.ts";

/** Values of `programOptions` as they were parsed. */
export type ProgramValues = {
  include?: string[] | undefined;
  define?: string[] | undefined;
  arch?: string | undefined;
  entries?: string | undefined;
};

export type AnalysedProgram = Pick<TextAnalysis, "report" | "walks" | "contents" | "graph" | "checked"> & {
  source: SourceText;
};

/**
 * Reads and analyses a P4 program, or what p4c-bm2-ss made of one. Errors in it end the command; warnings go
 * to standard error. `standIns`: in place of those that the program declares.
 */
export async function analyseFile(
  io: Io,
  file: string,
  values: ProgramValues,
  standIns: Readonly<Record<string, string>> = {},
  limits: FlowLimits = {},
): Promise<AnalysedProgram> {
  const defines = definesOf(values.define);
  const source = await readInput(io, file, { folder: "programs", extensions: [".p4"] });
  const given =
    values.entries === undefined
      ? null
      : await readInput(io, values.entries, { folder: "entries", extensions: [".json"] });
  const { report, walks, contents, graph, checked } = analyseText(
    {
      fileName: source.file,
      source: source.text,
      includes: includeReader(io, values.include ?? []),
      defines,
      architecture: values.arch,
      entries: given && { name: given.file, text: given.text },
      standIns,
    },
    limits,
  );
  if (hasErrors(report.diagnostics)) throw new InputError(source.file, report.diagnostics);
  for (const d of report.diagnostics) io.stderr(`${formatDiagnostic(d, source.file)}\n`);
  return { report, walks, source, contents, graph, checked };
}

/** Reads and checks a P4 program without analysing it. Errors in it end the command; warnings go to standard error. */
export async function checkFile(io: Io, file: string, values: ProgramValues): Promise<CheckedProgram> {
  const source = await readInput(io, file, { folder: "programs", extensions: [".p4"] });
  const checked = checkSource(source, {
    defines: definesOf(values.define),
    resolveInclude: includeReader(io, values.include ?? []),
    ...(values.arch === undefined ? {} : { architecture: values.arch }),
  });
  if (hasErrors(checked.diagnostics)) throw new InputError(source.file, checked.diagnostics);
  for (const d of checked.diagnostics) io.stderr(`${formatDiagnostic(d, source.file)}\n`);
  return checked;
}

/** Finds `"…"` beside the including file first, then both kinds in the -I folders in their order. */
function includeReader(io: Io, folders: readonly string[]): ResolveInclude {
  return (path, fromFile, kind) => {
    const besides = kind === "user" ? [dirname(fromFile)] : [];
    const candidates = isAbsolute(path)
      ? [path]
      : [...besides, ...folders].map((folder) => join(folder, path));
    for (const candidate of candidates) {
      try {
        return { file: candidate, text: new TextDecoder().decode(io.readFile(candidate)) };
      } catch {
        // the next folder may have it; the preprocessor reports an include that nobody has
      }
    }
    return null;
  };
}
