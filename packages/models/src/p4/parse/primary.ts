import { numberValue } from "../lex/lex.ts";
import type { Token } from "../lex/token.ts";
import type { Expression, NamedValue, TypeNode } from "../tree/index.ts";
import { behind, type Cursor } from "./cursor.ts";
import { parseSeparated } from "./list.ts";
import { parseType, startsBuiltInType } from "./types.ts";

/** A literal, name, parenthesis, cast or `{…}`; reports "expected what" when none stands here. */
export function parsePrimary(p: Cursor, what: string): Expression {
  const first = p.token;
  switch (first.kind) {
    case "number":
      p.take();
      return { kind: "numberLiteral", ...numberValue(first.text), span: p.spanFrom(first) };
    case "true":
    case "false":
      p.take();
      return { kind: "boolLiteral", value: first.kind === "true", span: p.spanFrom(first) };
    case "string":
      return parseString(p);
    case "this":
      p.take();
      return { kind: "thisExpression", span: p.spanFrom(first) };
    case "...":
      p.take();
      return { kind: "defaultValue", span: p.spanFrom(first) };
    case "{":
      p.take();
      return parseBraces(p, first);
    case "(":
      return parseParenthesis(p);
    case ".": {
      if (!p.isName(p.peek(1))) break;
      p.take();
      return { kind: "nameExpression", name: p.name("a name"), isGlobal: true, span: p.spanFrom(first) };
    }
  }
  if (startsBuiltInType(p)) {
    const type = parseType(p);
    return { kind: "typeExpression", type, span: type.span };
  }
  if (p.isName(first)) {
    return { kind: "nameExpression", name: p.name("a name"), isGlobal: false, span: p.spanFrom(first) };
  }
  p.missing(what);
  return { kind: "missingExpression", span: behind(p.previous) };
}

function parseString(p: Cursor): Expression {
  const first = p.token;
  let value = "";
  while (p.at("string"))
    value += p
      .take()
      .text.slice(1, -1)
      .replace(/\\([\s\S])/g, resolveEscape);
  return { kind: "stringLiteral", value, span: p.spanFrom(first) };
}

const resolveEscape = (_: string, character: string): string =>
  character === "n" ? "\n" : character === "t" ? "\t" : character;

/** `(expression)` or `(type) operand` */
function parseParenthesis(p: Cursor): Expression {
  const first = p.token;
  const type = p.speculate(p.memos.castType, () => parseCastType(p));
  if (type !== null) {
    const operand = p.grammar.unary(p, "a value to cast");
    return { kind: "cast", type, operand, span: p.spanFrom(first) };
  }
  p.take();
  const inner = p.grammar.expression(p);
  p.expect(")", "to close the parenthesis");
  return inner;
}

const OPERAND_STARTS = new Set([
  "identifier",
  "number",
  "string",
  "true",
  "false",
  "~",
  "!",
  "this",
  "error",
]);
// these also continue an expression, so they follow a cast only when the name is known as a type
const AMBIGUOUS_STARTS = new Set(["(", "{", "-", "+", ".", "..."]);

function parseCastType(p: Cursor): TypeNode | null {
  p.take();
  const isBuiltIn = startsBuiltInType(p);
  if (!isBuiltIn && !p.isName(p.token) && !p.at(".")) return null;
  const type = parseType(p);
  if (!p.eat(")")) return null;
  if (OPERAND_STARTS.has(p.token.kind) || p.isName(p.token)) return type;
  const isKnown =
    isBuiltIn || type.kind !== "namedType" || type.arguments.length > 0 || p.isType(type.name.text);
  return isKnown && AMBIGUOUS_STARTS.has(p.token.kind) ? type : null;
}

/** `{a, b}`, `{x = a}`, `{a, ...}` or `{#}` behind its `{`. */
function parseBraces(p: Cursor, first: Token): Expression {
  if (p.at("#")) {
    const isSplit = p.token.spaceBefore || p.peek(1).spaceBefore;
    if (isSplit) p.report("p4-unexpected", "'{#}' is one word; write it without spaces");
    p.take();
    p.expect("}", "after '{#'");
    return { kind: "invalid", span: p.spanFrom(first) };
  }
  const fields: NamedValue[] = [];
  const elements: Expression[] = [];
  let hasRest = false;
  parseSeparated(p, {
    close: "}",
    what: "the element",
    closing: "to close '{'",
    element: () => {
      const start = p.token;
      if (p.at("...") && (p.peek(1).kind === "}" || p.peek(1).kind === ",")) {
        p.take();
        hasRest = true;
        if (p.at(",")) p.report("p4-unexpected", "'...' must be the last element");
      } else if (p.isName(start) && p.peek(1).kind === "=") {
        const name = p.name("the name of a field");
        p.take();
        const value = p.grammar.expression(p, "a value for the field");
        fields.push({ kind: "namedValue", name, value, span: p.spanFrom(start) });
      } else elements.push(p.grammar.expression(p, "an element"));
    },
  });
  if (fields.length > 0 && elements.length > 0) {
    p.report("p4-unexpected", "one list cannot mix named and unnamed elements", elements[0]!.span);
  }
  const span = p.spanFrom(first);
  return fields.length > 0
    ? { kind: "record", fields, hasRest, span }
    : { kind: "list", elements, hasRest, span };
}
