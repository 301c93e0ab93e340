import { type Diagnostic, issueTexts } from "@p4twin/models/core";
import type { ResolveInclude } from "@p4twin/models/p4";
import { type AnyAnalysis, analyseAny, parseEntriesText, tableEntriesSchema } from "@p4twin/models/program";

/** A program as the compiler reads it. */
export type ProgramText = {
  fileName: string;
  source: string;
  /** included files by the path written in `#include` */
  includes: Readonly<Record<string, string>>;
  /** macros as of `-D`; an empty value stands for 1 */
  defines?: Readonly<Record<string, string>>;
  /** table contents: JSON of the p4lang tutorials, commands of BMv2's CLI, or P4Runtime text */
  entries?: { name: string; text: string } | null;
};

const resolverOf =
  (includes: ProgramText["includes"]): ResolveInclude =>
  (path) => {
    const text = Object.hasOwn(includes, path) ? includes[path] : undefined;
    return text === undefined ? null : { file: path, text };
  };

/** What table contents say, in any of their forms. Contents that cannot be read narrow nothing and say why. */
function readEntries({ name, text }: { name: string; text: string }): ReturnType<typeof parseEntriesText> {
  if (!text.trimStart().startsWith("{")) return parseEntriesText(text, name);
  const wrong = (message: string): ReturnType<typeof parseEntriesText> => {
    const diagnostic: Diagnostic = { severity: "error", code: "entries-unreadable", message, span: null };
    return { entries: { table_entries: [] }, diagnostics: [diagnostic] };
  };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return wrong(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = tableEntriesSchema.safeParse(json);
  if (read.success) return { entries: read.data, diagnostics: [] };
  return wrong(`${name}, ${issueTexts(read.error, "top level")[0]}`);
}

/** Analyses a program, or its compiled form, with its files, macros and table contents. */
export function analyseText({ fileName, source, includes, defines, entries }: ProgramText): AnyAnalysis {
  const read = entries ? readEntries(entries) : null;
  const analysis = analyseAny(
    { file: fileName, text: source },
    {
      resolveInclude: resolverOf(includes),
      ...(defines ? { defines } : {}),
      ...(read && read.diagnostics.length === 0 ? { entries: read.entries } : {}),
    },
  );
  if (!read || read.diagnostics.length === 0) return analysis;
  const diagnostics = [...read.diagnostics, ...analysis.report.diagnostics];
  return { ...analysis, report: { ...analysis.report, diagnostics } };
}
