import type { Diagnostic } from "../../../core/index.ts";

/** A macro with m4's quote behind its parenthesis: what follows is no Click before m4 has run. */
const M4 = /^[ \t]*((?:ifdef|ifelse|define|include|changequote)\(`)/m;

/** What is wrong with a text that has macros of m4; null when it has none. */
export function macroOf(text: string, file: string): Diagnostic | null {
  const found = M4.exec(text);
  if (found === null) return null;
  const end = found.index + found[0].length;
  const start = end - found[1]!.length;
  const line = text.slice(0, start).split("\n").length;
  const column = start - text.lastIndexOf("\n", start - 1);
  const span = { file, start, end, line, column, endLine: line, endColumn: column + end - start };
  const message =
    "this is written for m4, not for Click alone: run m4 on the file, and give what that prints";
  return { severity: "error", code: "click-m4", message, span };
}
