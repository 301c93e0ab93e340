import type {
  BinaryExpression,
  ConditionalExpression,
  Expression,
  UnaryExpression,
} from "../../tree/index.ts";
import { BOOL, bits, type CheckContext, mismatch, STRING, UNKNOWN } from "../context.ts";
import { describeType } from "../type/describeType.ts";
import { canBeInvalid, isPlaceholder } from "../type/placeholders.ts";
import { isOpen, sameType } from "../type/sameType.ts";
import type { Type } from "../type/type.ts";
import { checkFits, coerce, fits } from "./coerce.ts";
import { noteDivision } from "./division.ts";
import { foldBinary, foldUnary } from "./fold.ts";
import { isTooWide, overflowsInteger } from "./limits.ts";

export const isNumber = (type: Type): boolean => type.kind === "bits" || type.kind === "integer";

/** A serializable enum computes as its underlying type. */
export const computing = (type: Type): Type =>
  type.kind === "enum" && type.underlying !== null ? type.underlying : type;

export function unaryType(c: CheckContext, e: UnaryExpression): Type {
  const type = computing(c.rules.expression(c, e.operand));
  if (isPlaceholder(c, e.operand, `'${e.operator}'`)) return UNKNOWN;
  const result = e.operator === "!" ? BOOL : type;
  if (isOpen(type)) return e.operator === "!" ? BOOL : UNKNOWN;
  if (e.operator === "!" ? type.kind !== "bool" : !isNumber(type)) {
    const wanted = e.operator === "!" ? "bool" : "a number";
    mismatch(
      c,
      `the operand of '${e.operator}'`,
      wanted,
      type,
      e.operand.span,
      type.kind === "bits" && e.operator === "!" ? "; use '~', or compare it: '!= 0'" : "",
    );
    return e.operator === "!" ? BOOL : UNKNOWN;
  }
  if (e.operator === "~" && type.kind === "integer") {
    c.reporter.error(
      "p4-operator",
      "'~' needs a value with a width; write the width, as in 8w1",
      e.operand.span,
    );
    return UNKNOWN;
  }
  const value = c.constants.get(e.operand);
  const folded = value === undefined ? undefined : foldUnary(e.operator, value, result);
  if (folded !== undefined) c.constants.set(e, folded);
  return result;
}

export function binaryType(c: CheckContext, e: BinaryExpression): Type {
  const left = c.rules.expression(c, e.left);
  const right = c.rules.expression(c, e.right, isOpen(left) ? null : left);
  if (hasPlaceholder(c, e, left, right)) return openResult(e);
  const result = isOpen(left) || isOpen(right) ? openResult(e) : operatorType(c, e, left, right);
  fold(c, e, result);
  return result;
}

/** `{#}` can be compared with a header; no other operator takes it, and none takes `...`. */
function hasPlaceholder(c: CheckContext, e: BinaryExpression, left: Type, right: Type): boolean {
  const isEquality = e.operator === "==" || e.operator === "!=";
  const holds = (part: Expression, other: Type): boolean =>
    (isEquality && part.kind === "invalid" && (isOpen(other) || canBeInvalid(other))) ||
    !isPlaceholder(c, part, `'${e.operator}'`);
  return !holds(e.left, right) || !holds(e.right, left);
}

function fold(c: CheckContext, e: BinaryExpression, result: Type): void {
  const a = c.constants.get(e.left);
  const b = c.constants.get(e.right);
  if (a === undefined || b === undefined) return;
  if (result.kind === "unknown") return;
  if (result.kind === "integer" && typeof a === "bigint" && typeof b === "bigint") {
    if (overflowsInteger(e.operator, a, b)) {
      c.reporter.error("p4-range", "this number is too large; give it a width, as in 32w1", e.span);
      return;
    }
  }
  const rightType = c.types.get(e.right);
  const value = foldBinary(e.operator, a, b, result, rightType?.kind === "bits" ? rightType.width : 0);
  if (value !== undefined) c.constants.set(e, value);
}

const COMPARES = new Set(["==", "!=", "<", "<=", ">", ">=", "&&", "||"]);
const openResult = (e: BinaryExpression): Type => (COMPARES.has(e.operator) ? BOOL : UNKNOWN);

function operatorType(c: CheckContext, e: BinaryExpression, left: Type, right: Type): Type {
  switch (e.operator) {
    case "&&":
    case "||":
      coerce(c, e.left, left, BOOL, `'${e.operator}'`);
      coerce(c, e.right, right, BOOL, `'${e.operator}'`);
      return BOOL;
    case "==":
    case "!=":
      return equality(c, e, left, right);
    case "<<":
    case ">>":
      return shift(c, e, computing(left), computing(right));
    case "++":
      return concatenation(c, e, computing(left), computing(right));
    default:
      return arithmetic(c, e, computing(left), computing(right));
  }
}

const NO_EQUALITY = new Set<Type["kind"]>([
  "action",
  "actionRun",
  "block",
  "callable",
  "extern",
  "package",
  "table",
  "tableResult",
  "typeName",
  "void",
]);

function equality(c: CheckContext, e: BinaryExpression, left: Type, right: Type): Type {
  if (left.kind === "enum" && right.kind === "enum" && sameType(computing(left), computing(right)))
    return BOOL;
  if (left.kind === "typeVariable" && right.kind === "typeVariable") {
    const message = `values of type '${left.declaration.name.text}' cannot be compared: it may stand for any type`;
    c.reporter.error("p4-operator", message, e.span);
    return BOOL;
  }
  if (e.left.kind === "record" && e.right.kind === "record") {
    const message =
      "two '{x = …}' cannot be compared: nothing gives them a type; cast one, as in (name_t){…}";
    c.reporter.error("p4-operator", message, e.span);
    return BOOL;
  }
  const incomparable = [left, right].find((type) => NO_EQUALITY.has(type.kind));
  if (incomparable !== undefined) {
    c.reporter.error("p4-operator", `${describeType(incomparable)} cannot be compared`, e.span);
    return BOOL;
  }
  if (fits(right, left)) coerce(c, e.right, right, left, "this comparison");
  else if (fits(left, right)) coerce(c, e.left, left, right, "this comparison");
  else refuse(c, e, left, right);
  return BOOL;
}

function arithmetic(c: CheckContext, e: BinaryExpression, left: Type, right: Type): Type {
  const result = COMPARES.has(e.operator) ? BOOL : null;
  if (!isNumber(left) || !isNumber(right)) return refuse(c, e, left, right);
  const divisor = c.constants.get(e.right);
  const isDivision = e.operator === "/" || e.operator === "%";
  const isNegative = [e.left, e.right].some((part) => {
    const value = c.constants.get(part);
    return typeof value === "bigint" && value < 0n;
  });
  if (
    isDivision &&
    (isNegative || (left.kind === "bits" && left.isSigned) || (right.kind === "bits" && right.isSigned))
  ) {
    c.reporter.error("p4-operator", `'${e.operator}' is not defined for signed values`, e.span);
    return left;
  }
  if (isDivision && divisor === 0n) {
    c.reporter.error("p4-operator", "division by zero", e.right.span);
    return left;
  }
  if (isDivision && left.kind === "bits") noteDivision(c, e.operator, e.left, e.right, e.span);
  if (left.kind === "integer") {
    if (right.kind === "bits") checkFits(c, e.left, right.width, right.isSigned);
    if (right.kind === "bits") c.types.set(e.left, right);
    return result ?? right;
  }
  if (right.kind === "integer" && left.kind === "bits") {
    checkFits(c, e.right, left.width, left.isSigned);
    c.types.set(e.right, left);
    return result ?? left;
  }
  return sameType(left, right) ? (result ?? left) : refuse(c, e, left, right);
}

/** The widest value of p4c. */
const MAX_INTEGER_SHIFT = 2048n;

function shift(c: CheckContext, e: BinaryExpression, left: Type, right: Type): Type {
  if (!isNumber(left) || !isNumber(right)) return refuse(c, e, left, right);
  const amount = c.constants.get(e.right);
  if (left.kind === "integer" && typeof amount === "bigint" && amount > MAX_INTEGER_SHIFT) {
    const message = `'${e.operator}' of an 'int' by ${amount} is beyond ${MAX_INTEGER_SHIFT} bits; write a width on its left, as in 32w1`;
    c.reporter.error("p4-range", message, e.right.span);
    return left;
  }
  const isRefused = checkShiftAmount(c, e.operator, e.right, right);
  if (!isRefused && left.kind === "integer" && amount === undefined) {
    c.reporter.error(
      "p4-operator",
      `'${e.operator}' by a variable amount needs a value with a width on its left`,
      e.left.span,
    );
  }
  return left;
}

/** Reports an amount to shift by that is signed or negative; true when it did. */
export function checkShiftAmount(c: CheckContext, operator: string, e: Expression, type: Type): boolean {
  const amount = c.constants.get(e);
  const isNegative = typeof amount === "bigint" && amount < 0n;
  const isSigned = type.kind === "bits" && type.isSigned && amount === undefined;
  if (isSigned) {
    const message = `the amount of '${operator}' must be unsigned, but is ${describeType(type)}`;
    c.reporter.error("p4-operator", message, e.span);
  } else if (isNegative) {
    c.reporter.error("p4-operator", `the amount of '${operator}' must not be negative`, e.span);
  }
  return isSigned || isNegative;
}

function concatenation(c: CheckContext, e: BinaryExpression, left: Type, right: Type): Type {
  if (left.kind === "string" && right.kind === "string") return STRING;
  if (left.kind === "bits" && right.kind === "bits") {
    const width = left.width + right.width;
    return isTooWide(c, width, e) ? UNKNOWN : bits(width, left.isSigned);
  }
  const unsized = left.kind === "integer" ? e.left : right.kind === "integer" ? e.right : null;
  if (unsized === null) return refuse(c, e, left, right);
  c.reporter.error("p4-operator", "'++' needs values with a width; write the width, as in 8w1", unsized.span);
  return UNKNOWN;
}

function refuse(c: CheckContext, e: BinaryExpression, left: Type, right: Type): Type {
  const hint =
    left.kind === "bits" && right.kind === "bits" ? `; cast one of them, as in (${describeType(left)})` : "";
  const message = `'${e.operator}' cannot be applied to ${describeType(left)} and ${describeType(right)}${hint}`;
  c.reporter.error("p4-operator", message, e.span);
  return openResult(e);
}

export function conditionalType(c: CheckContext, e: ConditionalExpression, expected: Type | null): Type {
  coerce(c, e.condition, c.rules.expression(c, e.condition), BOOL, "the condition of '?'");
  const a = c.rules.expression(c, e.whenTrue, expected);
  const b = c.rules.expression(c, e.whenFalse, expected);
  const condition = c.constants.get(e.condition);
  const value =
    typeof condition === "boolean" ? c.constants.get(condition ? e.whenTrue : e.whenFalse) : undefined;
  if (value !== undefined) c.constants.set(e, value);
  if (fits(b, a) && a.kind !== "integer") {
    coerce(c, e.whenFalse, b, a, "the second value of '?'");
    return a;
  }
  if (fits(a, b)) coerce(c, e.whenTrue, a, b, "the first value of '?'");
  else mismatch(c, "the second value of '?'", a, b, e.whenFalse.span);
  return b;
}
