import type { Span } from "../../core/index.ts";

/**
 * A token. `kind` is "identifier", "number", "string", "invalid", "end", or the text itself for keywords and
 * punctuators. `>` is never joined with a following `>`: the expression parser joins them, type arguments do not.
 */
export type Token = {
  kind: string;
  text: string;
  file: string;
  start: number;
  end: number;
  line: number;
  column: number;
  /** first token of its line */
  startsLine: boolean;
  spaceBefore: boolean;
  /** what is wrong with an "invalid" token, else empty */
  problem: string;
};

export const KEYWORDS: ReadonlySet<string> = new Set([
  "_",
  "abstract",
  "action",
  "actions",
  "apply",
  "bit",
  "bool",
  "break",
  "const",
  "continue",
  "control",
  "default",
  "else",
  "entries",
  "enum",
  "error",
  "exit",
  "extern",
  "false",
  "for",
  "header",
  "header_union",
  "if",
  "in",
  "inout",
  "int",
  "key",
  "list",
  "match_kind",
  "out",
  "package",
  "parser",
  "priority",
  "return",
  "select",
  "state",
  "string",
  "struct",
  "switch",
  "table",
  "this",
  "transition",
  "true",
  "tuple",
  "type",
  "typedef",
  "value_set",
  "varbit",
  "void",
]);

/** Keywords that may also name things (grammar: nonTypeName). */
export const SOFT_KEYWORDS: ReadonlySet<string> = new Set([
  "actions",
  "apply",
  "entries",
  "key",
  "list",
  "priority",
  "state",
  "type",
]);

/** Longest first within the same first character. */
export const PUNCTUATORS: readonly string[] = [
  "|+|=",
  "|-|=",
  "|+|",
  "|-|",
  "||",
  "|=",
  "|",
  "&&&",
  "&&",
  "&=",
  "&",
  "...",
  "..",
  ".",
  "<<=",
  "<<",
  "<=",
  "<",
  ">=",
  ">",
  "==",
  "=",
  "!=",
  "!",
  "++",
  "+:",
  "+=",
  "+",
  "-=",
  "-",
  "*=",
  "*",
  "/=",
  "/",
  "%=",
  "%",
  "^=",
  "^",
  "~",
  "?",
  ":",
  ";",
  ",",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "@",
  "'",
  "##",
  "#",
];

export const isWord = (token: Token): boolean => token.kind === "identifier" || KEYWORDS.has(token.kind);

export const tokenSpan = (token: Token): Span => ({
  file: token.file,
  start: token.start,
  end: token.end,
  line: token.line,
  column: token.column,
  endLine: token.line,
  endColumn: token.column + token.end - token.start,
});
