import { lex } from "./lex.ts";
import { KEYWORDS, SOFT_KEYWORDS, type Token } from "./token.ts";

type HighlightKind =
  | "keyword"
  | "type"
  | "identifier"
  | "annotation"
  | "number"
  | "string"
  | "comment"
  | "directive"
  | "operator"
  | "punctuation"
  | "invalid";

/** A coloured piece of text; offsets count UTF-16 code units from 0. */
export type HighlightToken = { kind: HighlightKind; start: number; end: number };

const BASE_TYPES = new Set([
  "bit",
  "bool",
  "error",
  "int",
  "list",
  "match_kind",
  "string",
  "tuple",
  "varbit",
  "void",
]);
const PUNCTUATION = new Set(["(", ")", "[", "]", "{", "}", ";", ",", ":", "."]);

function highlightKind(token: Token, before: Token | undefined, after: Token | undefined): HighlightKind {
  if (token.kind === "identifier" || SOFT_KEYWORDS.has(token.kind)) {
    if (before?.kind === "@") return "annotation";
    return softKind(token, after);
  }
  if (token.kind === "number" || token.kind === "string" || token.kind === "invalid") return token.kind;
  if (token.kind === "@") return "annotation";
  if (BASE_TYPES.has(token.kind)) return "type";
  if (KEYWORDS.has(token.kind)) return "keyword";
  return PUNCTUATION.has(token.kind) ? "punctuation" : "operator";
}

// soft keywords are keywords only where the grammar uses them so: before `=`, `{` or a name
function softKind(token: Token, after: Token | undefined): HighlightKind {
  if (token.kind === "identifier") return "identifier";
  if (token.kind === "list") return after?.kind === "<" ? "type" : "identifier";
  if (token.kind === "apply") return "keyword";
  const next = after?.kind ?? "";
  return next === "=" || next === "identifier" || KEYWORDS.has(next) ? "keyword" : "identifier";
}

/** Tokens of a text in order, for highlighting: no preprocessing, no errors, comments and directives included. */
export function tokenizeP4(text: string): HighlightToken[] {
  const found: HighlightToken[] = [];
  const tokens = lex("", text, (start, end) => found.push({ kind: "comment", start, end }));
  let directiveLine = -1;
  tokens.forEach((token, i) => {
    if (token.kind === "end") return;
    if (token.kind === "#" && token.startsLine) directiveLine = token.line;
    const isName = tokens[i - 1]?.kind === "#" && token.line === directiveLine;
    const kind =
      token.kind === "#" || isName ? "directive" : highlightKind(token, tokens[i - 1], tokens[i + 1]);
    found.push({ kind, start: token.start, end: token.end });
  });
  return found.sort((a, b) => a.start - b.start);
}
