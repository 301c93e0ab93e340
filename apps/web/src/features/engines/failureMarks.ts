import type { Diagnostic } from "@p4twin/models/core";
import type { PluginFailure } from "@p4twin/models/engine";

/** The mark of a failure in the text it happened in; nothing when it has no place there. */
export function failureMarks(failure: PluginFailure, source: string): Diagnostic[] {
  const { line, column, endColumn, message, kind } = failure;
  const lines = source.split("\n");
  const text = line === null ? undefined : lines[line - 1];
  if (line === null || text === undefined) return [];
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const indent = text.length - text.trimStart().length;
  const from = Math.min(column === null ? indent : column - 1, text.length);
  const to = Math.max(from, Math.min(endColumn === null ? text.length : endColumn - 1, text.length));
  const span = {
    file: "engine.py",
    start: before + from,
    end: before + to,
    line,
    column: from + 1,
    endLine: line,
    endColumn: to + 1,
  };
  return [{ severity: "error", code: `engine-${kind}`, message, span }];
}
