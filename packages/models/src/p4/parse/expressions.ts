import { type Token, tokenSpan } from "../lex/token.ts";
import type { Argument, BinaryOperator, Expression, TypeNode, UnaryOperator } from "../tree/index.ts";
import { behind, type Cursor } from "./cursor.ts";
import { parseSeparated } from "./list.ts";
import { parsePrimary } from "./primary.ts";
import { parseTypeArguments } from "./types.ts";

/** Binding strength of binary operators, weakest first (P4_16 1.2.5, grammar of expressions). */
const LEVELS: readonly (readonly BinaryOperator[])[] = [
  ["||"],
  ["&&"],
  ["==", "!="],
  ["<", ">", "<=", ">="],
  ["|"],
  ["^"],
  ["&"],
  ["<<", ">>"],
  ["++", "+", "-", "|+|", "|-|"],
  ["*", "/", "%"],
];
const STRENGTH = new Map<string, number>(LEVELS.flatMap((ops, i) => ops.map((op) => [op, i + 1] as const)));
const BINARY = new Map<string, BinaryOperator>(LEVELS.flat().map((op) => [op, op]));

/** Our choice: a longer chain of operators or suffixes makes a tree deeper than later passes can follow. */
const MAX_CHAIN = 500;

/** An expression; when none stands here, reports "expected what" and returns a missing expression. */
export function parseExpression(p: Cursor, what = "an expression", end?: ">"): Expression {
  const parsed = p.nested("this expression", () => parseConditional(p, what, end));
  return parsed ?? { kind: "missingExpression", span: behind(p.previous) };
}

function parseConditional(p: Cursor, what: string, end?: ">"): Expression {
  const first = p.token;
  const condition = parseBinary(p, 1, what, end);
  if (!p.eat("?")) return condition;
  const whenTrue = parseExpression(p, "a value", end);
  p.expect(":", "between the two values of '?'");
  const whenFalse = parseExpression(p, "a value", end);
  return { kind: "conditional", condition, whenTrue, whenFalse, span: p.spanFrom(first) };
}

/** The width between `<` and `>`: as an expression, but `>` ends it. */
export const parseTypeWidth = (p: Cursor): Expression => parseExpression(p, "a width", ">");

/** A key set: an expression, `a &&& b`, `a .. b`, `_` or `default`. */
export function parseKeyset(p: Cursor, what = "a key set"): Expression {
  const first = p.token;
  if (p.eat("_")) return { kind: "dontCare", span: p.spanFrom(first) };
  if (p.eat("default")) return { kind: "default", span: p.spanFrom(first) };
  const left = parseExpression(p, what);
  if (p.eat("&&&")) {
    return { kind: "mask", value: left, mask: parseExpression(p, "a mask"), span: p.spanFrom(first) };
  }
  if (p.eat("..")) {
    return {
      kind: "range",
      low: left,
      high: parseExpression(p, "the end of the range"),
      span: p.spanFrom(first),
    };
  }
  return left;
}

// `>` is lexed alone so that type arguments can close one by one: here its neighbours are joined again
function operatorAt(p: Cursor): string {
  const kind = p.token.kind;
  if (kind !== ">") return kind;
  const next = p.peek(1);
  if (next.spaceBefore) return kind;
  return next.kind === ">" ? ">>" : next.kind === ">=" ? ">>=" : kind;
}

function parseBinary(p: Cursor, minimum: number, what: string, end?: ">"): Expression {
  const first = p.token;
  let left = parseUnary(p, what);
  for (let length = 0; ; length++) {
    const operator = BINARY.get(operatorAt(p));
    const strength = STRENGTH.get(operator ?? "") ?? 0;
    if (operator === undefined || strength < minimum || (end !== undefined && p.at(end))) return left;
    if (length === MAX_CHAIN) p.report("p4-unexpected", `more than ${MAX_CHAIN} operators in a row`);
    if (length >= MAX_CHAIN) return left;
    p.take();
    if (operator === ">>") p.take();
    reportStep(p, operator);
    const right = parseBinary(p, strength + 1, `a value after '${operator}'`, end);
    left = { kind: "binary", operator, left, right, span: p.spanFrom(first) };
  }
}

/** A habit from C: `x++;` and `x--;` */
function reportStep(p: Cursor, operator: string): void {
  const isMinus = operator === "-" && p.at("-") && !p.token.spaceBefore;
  const next = isMinus ? p.peek(1).kind : p.token.kind;
  if ((!isMinus && operator !== "++") || (next !== ";" && next !== ")")) return;
  const sign = isMinus ? "-" : "+";
  const at = tokenSpan(p.previous);
  // what is reported is that nothing follows, so the second '-' goes first
  if (isMinus) p.take();
  p.report("p4-unexpected", `P4 has no '${sign}${sign}' that counts; write x = x ${sign} 1`, at);
}

const UNARY = new Map<string, UnaryOperator>([
  ["!", "!"],
  ["~", "~"],
  ["-", "-"],
  ["+", "+"],
]);

/** A unary operator and its operand, or a primary expression with its suffixes. */
export function parseUnary(p: Cursor, what: string): Expression {
  const first = p.token;
  const operator = UNARY.get(first.kind);
  if (operator === undefined) return parseSuffixes(p, parsePrimary(p, what), first);
  const operators: { operator: UnaryOperator; token: Token }[] = [];
  for (let next = UNARY.get(p.token.kind); next !== undefined; next = UNARY.get(p.token.kind)) {
    operators.push({ operator: next, token: p.take() });
  }
  const wanted = `a value after '${operator}'`;
  if (operators.length > MAX_CHAIN) {
    p.report("p4-unexpected", `more than ${MAX_CHAIN} operators in a row`);
    return { kind: "missingExpression", span: behind(p.previous) };
  }
  const start = p.token;
  let operand = parseSuffixes(p, parsePrimary(p, wanted), start);
  for (const { operator, token } of operators.reverse()) {
    operand = { kind: "unary", operator, operand, span: p.spanFrom(token) };
  }
  return operand;
}

function parseSuffixes(p: Cursor, start: Expression, first: Token): Expression {
  let result = start;
  if (result.kind === "missingExpression") return result;
  for (let length = 0; length < MAX_CHAIN; length++) {
    if (eatDot(p)) {
      const member = p.name("the name of a field or method after '.'");
      result = { kind: "member", object: result, member, span: p.spanFrom(first) };
    } else if (p.eat("[")) result = parseIndex(p, result, first);
    else if (p.eat("(")) result = call(p, result, [], first);
    else if (p.at("<") && (result.kind === "nameExpression" || result.kind === "member")) {
      const typed = parseTypedCall(p, result, first);
      if (typed === null) return result;
      result = typed;
    } else return result;
  }
  p.report("p4-unexpected", `more than ${MAX_CHAIN} members, indices or calls in a row`);
  return result;
}

/** `.`, or with an error the `->` of C */
function eatDot(p: Cursor): boolean {
  const isArrow = p.at("-") && p.peek(1).kind === ">" && !p.peek(1).spaceBefore && p.isName(p.peek(2));
  if (!isArrow) return p.eat(".");
  p.report("p4-unexpected", "P4 has no '->'; write '.'");
  p.take();
  p.take();
  return true;
}

function parseIndex(p: Cursor, object: Expression, first: Token): Expression {
  const index = parseExpression(p, "an index");
  const form = p.at(":") ? "range" : "plus";
  if (!p.eat(":") && !p.eat("+:")) {
    p.expect("]", "after the index");
    return { kind: "index", object, index, span: p.spanFrom(first) };
  }
  const low = parseExpression(p, form === "range" ? "the low bit of the slice" : "the width of the slice");
  p.expect("]", "after the slice");
  return { kind: "slice", object, form, high: index, low, span: p.spanFrom(first) };
}

/** `callee<types>(…)` or `Type<types>.member`; null, with nothing taken, when `<` compares. */
function parseTypedCall(p: Cursor, callee: Expression, first: Token): Expression | null {
  const types = p.speculate(p.memos.callTypes, () => {
    p.take();
    const found = parseTypeArguments(p);
    if (found.length === 0) return null;
    // `a < b > (c)` with variables compares; a call has a known type or no argument
    const isKnown = p.isType(calleeName(callee)) || found.some((type) => !isUnknownName(p, type));
    if (p.at("(")) return isKnown || p.peek(1).kind === ")" ? found : null;
    return p.at(".") && isKnown ? found : null;
  });
  if (types === null) return null;
  if (p.eat("(")) return call(p, callee, types, first);
  if (callee.kind !== "nameExpression") return null;
  const { name, isGlobal } = callee;
  const span = p.spanFrom(first);
  return {
    kind: "typeExpression",
    type: { kind: "namedType", name, isGlobal, arguments: types, span },
    span,
  };
}

const calleeName = (callee: Expression): string => (callee.kind === "nameExpression" ? callee.name.text : "");

const isUnknownName = (p: Cursor, type: TypeNode): boolean =>
  type.kind === "namedType" && type.arguments.length === 0 && !p.isType(type.name.text);

function call(p: Cursor, callee: Expression, typeArguments: TypeNode[], first: Token): Expression {
  const args = parseArguments(p);
  return { kind: "call", callee, typeArguments, arguments: args, span: p.spanFrom(first) };
}

/** Arguments behind an opening `(`, which has been taken, up to and with `)`. */
export function parseArguments(p: Cursor): Argument[] {
  return parseSeparated(p, {
    close: ")",
    what: "the argument",
    closing: "to close the arguments",
    element: () => {
      const first = p.token;
      const isNamed = p.isName(first) && p.peek(1).kind === "=";
      const name = isNamed ? p.name("the name of a parameter") : null;
      if (isNamed) p.take();
      const dontCare = p.token;
      const value: Expression = p.eat("_")
        ? { kind: "dontCare", span: p.spanFrom(dontCare) }
        : parseExpression(p, "an argument");
      return { kind: "argument", name, value, span: p.spanFrom(first) };
    },
  });
}
