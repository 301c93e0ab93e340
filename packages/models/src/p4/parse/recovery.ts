import type { Cursor } from "./cursor.ts";

const TOP_LEVEL = new Set([
  "control",
  "enum",
  "extern",
  "header",
  "header_union",
  "match_kind",
  "package",
  "parser",
  "struct",
  "typedef",
]);

/** Words that begin a declaration which stands only at top level. */
export const startsTopLevel = (p: Cursor): boolean =>
  TOP_LEVEL.has(p.token.kind) && (p.token.kind !== "match_kind" || p.peek(1).kind === "{");

/**
 * Skips junk between the members of a `{ … }`: behind the next `;` or balanced `}`, or up to a token at the start of a
 * line that `begins` a member, to the `}` that ends the members, or to a top-level declaration.
 */
export function skipMember(p: Cursor, begins: (p: Cursor) => boolean): void {
  // junk behind junk is part of the same mistake
  if (p.junkEnd !== p.position) p.report("p4-unexpected", `unexpected '${p.token.text}'`);
  skip(p, begins);
  p.junkEnd = p.position;
}

function skip(p: Cursor, begins: (p: Cursor) => boolean): void {
  const start = p.position;
  for (let depth = 0; !p.atEnd; ) {
    const kind = p.token.kind;
    if (depth === 0 && kind === "}") return;
    if (p.token.startsLine && startsTopLevel(p)) return;
    // what begins a member and could not be read as one is junk: something must be taken
    if (depth === 0 && p.position > start && p.token.startsLine && begins(p)) return;
    if (kind === "{") depth++;
    if (kind === "}") depth--;
    p.take();
    if (depth === 0 && (kind === ";" || kind === "}")) return;
  }
}
