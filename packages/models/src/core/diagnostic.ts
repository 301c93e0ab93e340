/** A place in a user's text. Lines and columns count from 1, offsets from 0 (UTF-16 code units). */
export type Span = {
  file: string;
  start: number;
  end: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
};

export type Severity = "error" | "warning" | "info";

/**
 * What is wrong with something a user wrote: data, never an exception. `code` is stable, `message` names the remedy.
 */
export type Diagnostic = {
  severity: Severity;
  code: string;
  message: string;
  span: Span | null;
};

/** `file:line:column: error: message [code]`, the form that editors and CI logs recognise. */
export function formatDiagnostic(d: Diagnostic, fallbackFile = "input"): string {
  const place = d.span ? `${d.span.file}:${d.span.line}:${d.span.column}` : fallbackFile;
  return `${place}: ${d.severity}: ${d.message} [${d.code}]`;
}

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some((d) => d.severity === "error");
