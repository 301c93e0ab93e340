import { dirname, isAbsolute, join } from "node:path";
import { checkShape, formatDiagnostic, hasErrors, readDocument } from "../core/index.ts";
import { type CheckedProgram, checkP4, type ResolveInclude, type SourceText } from "../p4/index.ts";
import {
  type AnalysedFlow,
  analyseAny,
  parseEntriesText,
  type TableEntries,
  tableEntriesSchema,
} from "../program/index.ts";
import { InputError } from "./errors.ts";
import type { Io } from "./io.ts";
import { definesOf } from "./programOptions.ts";
import { readInput } from "./readInput.ts";

/** Our choice: some 5 s and 150 MB at most; the largest public programs stay exact. */
const MAX_STATES = 250_000;

/** Values of `programOptions` as they were parsed. */
export type ProgramValues = {
  include?: string[] | undefined;
  define?: string[] | undefined;
  arch?: string | undefined;
  entries?: string | undefined;
};

export type AnalysedProgram = Pick<AnalysedFlow, "report" | "walks"> & {
  source: SourceText;
  /** contents of tables, when they were given */
  entries: TableEntries | null;
};

/**
 * Reads and analyses a P4 program, or what p4c-bm2-ss made of one. Errors in it end the command; warnings go
 * to standard error.
 */
export async function analyseFile(io: Io, file: string, values: ProgramValues): Promise<AnalysedProgram> {
  const defines = definesOf(values.define);
  const source = await readInput(io, file, { folder: "programs", extensions: [".p4"] });
  const entries = values.entries === undefined ? null : await readEntries(io, values.entries);
  const given = {
    maxStates: MAX_STATES,
    ...(values.arch === undefined ? {} : { architecture: values.arch }),
    ...(entries ? { entries } : {}),
  };
  const resolveInclude = includeReader(io, values.include ?? []);
  const { report, walks } = analyseAny(source, { ...given, defines, resolveInclude });
  if (hasErrors(report.diagnostics)) throw new InputError(source.file, report.diagnostics);
  for (const d of report.diagnostics) io.stderr(`${formatDiagnostic(d, source.file)}\n`);
  return { report, walks, source, entries };
}

/** Reads and checks a P4 program without analysing it. Errors in it end the command; warnings go to standard error. */
export async function checkFile(io: Io, file: string, values: ProgramValues): Promise<CheckedProgram> {
  const source = await readInput(io, file, { folder: "programs", extensions: [".p4"] });
  const checked = checkP4(source, {
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

/** Table entries: the JSON of the p4lang tutorials (`s1-runtime.json`), commands of BMv2's CLI, or P4Runtime text. */
async function readEntries(io: Io, path: string): Promise<TableEntries> {
  const { file, text } = await readInput(io, path, { folder: "entries", extensions: [".json"] });
  if (!/^\s*[{[]/.test(text)) {
    const { entries, diagnostics } = parseEntriesText(text, file);
    if (diagnostics.length > 0) throw new InputError(file, diagnostics);
    return entries;
  }
  const { value, diagnostics } = checkShape(
    readDocument(text, file),
    tableEntriesSchema,
    "a file of table entries",
  );
  if (value === null) throw new InputError(file, diagnostics);
  return value;
}
