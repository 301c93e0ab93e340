import { type Diagnostic, jsonExcess } from "../../core/index.ts";
import { type Bmv2Program, bmv2Schemas } from "./schema.ts";

/** Whether `text` looks like what p4c-bm2-ss writes, right or wrong. */
export const isBmv2Json = (text: string): boolean =>
  /^\s*\{/.test(text) && text.includes('"header_types"') && text.includes('"pipelines"');

/**
 * Levels of JSON (our choice): an expression takes about three for each of its operators, and later passes
 * walk it by recursion.
 */
export const MAX_BMV2_NESTING = 600;

/** A compiled program; what is wrong with its text. */
export function readBmv2(
  text: string,
): { program: Bmv2Program } | { program: null; diagnostics: Diagnostic[] } {
  const excess = jsonExcess(text, MAX_BMV2_NESTING);
  if (excess) return { program: null, diagnostics: [error("bmv2-json", `the file ${excess.message}`)] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { program: null, diagnostics: [error("bmv2-json", `not valid JSON: ${reason}`)] };
  }
  const parsed = bmv2Schemas().bmv2.safeParse(value);
  if (parsed.success) return { program: parsed.data };
  const diagnostics = parsed.error.issues
    .slice(0, 10)
    .map(({ path, message }) =>
      error(
        "bmv2-json",
        `${path.join(".") || "the file"}: ${message}; compile the program again with p4c-bm2-ss`,
      ),
    );
  return { program: null, diagnostics };
}

const error = (code: string, message: string): Diagnostic => ({
  severity: "error",
  code,
  message,
  span: null,
});
