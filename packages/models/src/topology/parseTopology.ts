import type { Diagnostic } from "../core/index.ts";
import { checkReferences } from "./checkReferences.ts";
import { checkShape } from "./checkShape.ts";
import { readDocument } from "./document.ts";
import { type Topology, topologySchema } from "./schema.ts";

/**
 * Reads a topology file (JSON or YAML, version 1). Never throws on input: `topology` is null when there is an error, and
 * `diagnostics` holds all errors of the file in the order of their places.
 */
export function parseTopology(
  text: string,
  file: string,
): { topology: Topology | null; diagnostics: Diagnostic[] } {
  const source = readDocument(text, file);
  const shape = checkShape(source, topologySchema, "a topology");
  const unreadable = shape.diagnostics.some((d) => d.code === "bad-syntax" || d.code === "not-an-object");
  const diagnostics = unreadable ? shape.diagnostics : [...shape.diagnostics, ...checkReferences(source)];
  diagnostics.sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0));
  return { topology: diagnostics.length === 0 ? shape.value : null, diagnostics };
}
