import { z } from "zod";

/** A place in a user's text. Lines and columns count from 1, offsets from 0 (UTF-16 code units). */
const spanSchema = z.object({
  file: z.string(),
  start: z.int(),
  end: z.int(),
  line: z.int(),
  column: z.int(),
  endLine: z.int(),
  endColumn: z.int(),
});
export type Span = z.infer<typeof spanSchema>;

const severitySchema = z.enum(["error", "warning", "info"]);
export type Severity = z.infer<typeof severitySchema>;

/**
 * What is wrong with something a user wrote: data, never an exception. `code` is stable, `message` names the remedy.
 */
export const diagnosticSchema = z.object({
  severity: severitySchema,
  code: z.string(),
  message: z.string(),
  span: spanSchema.nullable(),
});
export type Diagnostic = z.infer<typeof diagnosticSchema>;

/** `file:line:column: error: message [code]`, the form that editors and CI logs recognise. */
export function formatDiagnostic(d: Diagnostic, fallbackFile = "input"): string {
  const place = d.span ? `${d.span.file}:${d.span.line}:${d.span.column}` : fallbackFile;
  return `${place}: ${d.severity}: ${d.message} [${d.code}]`;
}

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some((d) => d.severity === "error");
