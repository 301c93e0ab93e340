import type { Diagnostic as LintDiagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { Diagnostic } from "@p4twin/models/core";

/**
 * Diagnostics of the models as the editor takes them. Spans of another file are left out; those past the end of an
 * edited text are drawn in; one without a span stands on the first line, and an empty one covers a character.
 */
export function toLintDiagnostics(
  doc: Text,
  diagnostics: readonly Diagnostic[],
  file?: string,
): LintDiagnostic[] {
  return diagnostics
    .filter(({ span }) => file === undefined || span === null || span.file === file)
    .map(({ severity, message, code, span }) => {
      const from = Math.min(span?.start ?? 0, doc.length);
      const to = Math.min(Math.max(span?.end ?? 0, from + 1), doc.length);
      return { from: Math.min(from, to), to, severity, message, source: code };
    })
    .sort((a, b) => a.from - b.from);
}
