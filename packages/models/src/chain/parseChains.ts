import type { Diagnostic } from "../core/index.ts";
import { checkShape, readDocument } from "../topology/index.ts";
import { checkChains } from "./checkChains.ts";
import { type ChainFile, chainFileSchema } from "./schema.ts";

/**
 * Reads a chain file (JSON or YAML, version 1). `known` lists the function types that need no description in the file (those of the
 * library). Never throws on input: `file` is null when there is an error, and all errors are listed in the order of their places.
 */
export function parseChains(
  text: string,
  fileName: string,
  known: readonly string[],
): { file: ChainFile | null; diagnostics: Diagnostic[] } {
  const source = readDocument(text, fileName);
  const shape = checkShape(source, chainFileSchema, "a chain file");
  const unreadable = shape.diagnostics.some((d) => d.code === "bad-syntax" || d.code === "not-an-object");
  const diagnostics = unreadable ? shape.diagnostics : [...shape.diagnostics, ...checkChains(source, known)];
  diagnostics.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  return { file: diagnostics.length === 0 ? shape.value : null, diagnostics };
}
