import { type Diagnostic, parseChecked } from "../core/index.ts";
import { checkChains } from "./checkChains.ts";
import { type ChainFile, chainFileSchema } from "./schema.ts";

/**
 * Reads a chain file (JSON or YAML, version 1); `file` is null when there is an error. `known` lists the
 * function types that need no description in the file (those of the library).
 */
export function parseChains(
  text: string,
  fileName: string,
  known: readonly string[],
): { file: ChainFile | null; diagnostics: Diagnostic[] } {
  const { value, diagnostics } = parseChecked(text, fileName, chainFileSchema, "a chain file", (source) =>
    checkChains(source, known),
  );
  return { file: value, diagnostics };
}
