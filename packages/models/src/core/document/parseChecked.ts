import type { z } from "zod";
import type { Diagnostic } from "../diagnostic.ts";
import { checkShape, type Shaped } from "./checkShape.ts";
import { readDocument, type SourceDocument } from "./readDocument.ts";

/**
 * Reads a JSON or YAML file of one of our formats: its schema, and `check` for what a schema cannot say.
 * Never throws on input; the value is null when there is an error, and all errors of the file are listed in
 * the order of their places.
 */
export function parseChecked<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
  what: string,
  check: (source: SourceDocument) => Diagnostic[],
): Shaped<T> {
  const source = readDocument(text, file);
  const shape = checkShape(source, schema, what);
  const unreadable =
    source.diagnostics.length > 0 || shape.diagnostics.some((d) => d.code === "not-an-object");
  const diagnostics = unreadable ? shape.diagnostics : [...shape.diagnostics, ...check(source)];
  diagnostics.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  return { value: diagnostics.length === 0 ? shape.value : null, diagnostics };
}
