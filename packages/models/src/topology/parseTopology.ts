import { type Diagnostic, parseChecked } from "../core/index.ts";
import { checkReferences } from "./checkReferences.ts";
import { type Topology, topologySchema } from "./schema.ts";

/** Reads a topology file (JSON or YAML, version 1); `topology` is null when there is an error. */
export function parseTopology(
  text: string,
  file: string,
): { topology: Topology | null; diagnostics: Diagnostic[] } {
  const { value, diagnostics } = parseChecked(text, file, topologySchema, "a topology", checkReferences);
  return { topology: value, diagnostics };
}
