import type { Cursor } from "./cursor.ts";
import { behindBracket } from "./list.ts";
import { parseType, startsBuiltInType } from "./types.ts";

/** Does a declaration `type name` or `type(…) name` start here, rather than an expression? */
export function startsDeclaration(p: Cursor): boolean {
  if (startsBuiltInType(p)) return p.peek(1).kind !== ".";
  let at = p.at(".") ? 1 : 0;
  if (!p.isName(p.peek(at))) return false;
  at++;
  const next = p.peek(at);
  if (p.isName(next)) return !next.startsLine || p.isType(p.peek(at - 1).text);
  if (next.kind === "<") {
    return p.looksLike(p.memos.declaration, () => {
      parseType(p);
      if (!p.at("(")) return p.isName(p.token);
      const behindIt = behindBracket(p, 0);
      return behindIt > 0 && p.isName(p.peek(behindIt));
    });
  }
  if (next.kind !== "(" && next.kind !== "[") return false;
  const behindIt = behindBracket(p, at);
  return behindIt > 0 && p.isName(p.peek(behindIt)) && !p.peek(behindIt).startsLine;
}
