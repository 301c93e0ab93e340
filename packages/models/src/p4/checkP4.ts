import type { Diagnostic } from "../core/index.ts";
import { recognizeArchitecture } from "./architectures/recognize.ts";
import type { CheckedProgram, ParseOptions, SourceText } from "./checkedProgram.ts";
import { parseP4 } from "./parseP4.ts";
import { Reporter } from "./reporter.ts";
import { resolveNames } from "./resolve/resolveNames.ts";
import { checkTypes } from "./types/checkTypes.ts";
import { reportDivisions } from "./types/expression/division.ts";

/**
 * Parses a P4_16 program, binds its names, finds its types and its architecture. Never throws: a program with errors
 * gives the same tables, with gaps. Diagnostics stand in the order of the text, parse errors included.
 */
export function checkP4(source: SourceText, options: ParseOptions = {}): CheckedProgram {
  const parsed = parseP4(source, options);
  const reporter = new Reporter();
  reporter.broken.add(parsed.diagnostics);
  const resolution = resolveNames(parsed.program, reporter);
  const c = checkTypes(parsed.program, resolution, reporter);
  const architecture = recognizeArchitecture(parsed.program, c, reporter, options.architecture ?? null);
  reportDivisions(c, architecture?.definition ?? null);
  // what a missing file declares is unknown, and so may be all that is said about the rest
  const isIncomplete = parsed.diagnostics.some(({ code }) => code === "p4-include");
  const found = isIncomplete ? [] : reporter.diagnostics;
  const diagnostics = [...parsed.diagnostics, ...found].sort(inTextOrder(source.file));
  return {
    ...parsed,
    diagnostics,
    references: c.references,
    types: c.types,
    declarationTypes: c.declarationTypes,
    constants: c.constants,
    calls: c.calls,
    instances: c.instances,
    architecture,
  };
}

const inTextOrder =
  (mainFile: string) =>
  (a: Diagnostic, b: Diagnostic): number => {
    if (a.span === null || b.span === null) return 0;
    if (a.span.file === b.span.file) return a.span.start - b.span.start;
    return a.span.file === mainFile ? 1 : b.span.file === mainFile ? -1 : 0;
  };
