import { wrap } from "../../operators.ts";
import { didYouMean } from "../../resolve/suggest.ts";
import type {
  Expression,
  IndexExpression,
  ListExpression,
  NameExpression,
  RecordExpression,
} from "../../tree/index.ts";
import { ANY, BOOL, bits, type CheckContext, INTEGER, mismatch, STRING, UNKNOWN } from "../context.ts";
import { declarationType } from "../declaration/declared.ts";
import { describeType } from "../type/describeType.ts";
import { isOpen } from "../type/sameType.ts";
import type { Type } from "../type/type.ts";
import { typeOf } from "../type/typeNodes.ts";
import { withinLimit } from "../type/typeParts.ts";
import { castType } from "./casts.ts";
import { coerce } from "./coerce.ts";
import { isTooWide } from "./limits.ts";
import { memberType } from "./members.ts";
import { binaryType, conditionalType, unaryType } from "./operators.ts";
import { isRuntime } from "./runtime.ts";
import { sliceType } from "./slices.ts";

/**
 * Type of an expression, recorded together with its value when that is known. `expected` guides `{…}` and
 * `...`; whether the result fits is for the caller to check.
 */
export function checkExpression(c: CheckContext, e: Expression, expected: Type | null = null): Type {
  const type = compute(c, e, expected);
  c.types.set(e, type);
  return type;
}

function compute(c: CheckContext, e: Expression, expected: Type | null): Type {
  switch (e.kind) {
    case "numberLiteral":
      return numberType(c, e);
    case "boolLiteral":
      c.constants.set(e, e.value);
      return BOOL;
    case "stringLiteral":
      return STRING;
    case "nameExpression":
      return nameType(c, e);
    case "typeExpression":
      return { kind: "typeName", type: typeOf(c, e.type) };
    case "member": {
      const type = memberType(c, e);
      const target = c.references.get(e.member);
      if (target?.kind === "enumMember" || target?.kind === "errorMember") {
        c.constants.set(e, c.declarationValues.get(target) ?? e.member.text);
      }
      return type;
    }
    case "index":
      return indexType(c, e);
    case "slice":
      return sliceType(c, e);
    case "unary":
      return unaryType(c, e);
    case "binary":
      return binaryType(c, e);
    case "conditional":
      return conditionalType(c, e, expected);
    case "cast":
      return castType(c, e);
    case "call":
      return withinLimit(c, c.rules.call(c, e), e.span);
    case "list":
      return listType(c, e, expected);
    case "record":
      return recordType(c, e, expected);
    case "mask":
    case "range":
      return setType(c, e, expected);
    case "keysetTuple":
      return { kind: "sequence", elements: e.elements.map((x) => checkExpression(c, x)), hasRest: false };
    case "invalid":
    case "defaultValue":
    case "dontCare":
    case "default":
      return ANY;
    case "thisExpression":
      if (c.place.self === null) {
        const message = "'this' can stand only in the implementation of an abstract method";
        c.reporter.error("p4-statement-place", message, e.span);
      }
      return c.place.self ?? UNKNOWN;
    case "missingExpression":
      return UNKNOWN;
  }
}

function numberType(c: CheckContext, e: Extract<Expression, { kind: "numberLiteral" }>): Type {
  if (e.width === null) {
    c.constants.set(e, e.value);
    return INTEGER;
  }
  if (e.width === 0) c.reporter.error("p4-range", "the width of a number must be at least 1", e.span);
  const { width, isSigned, value } = e;
  if (isTooWide(c, width, e)) return UNKNOWN;
  const kept = wrap(value, width, isSigned);
  const type = bits(width, isSigned);
  if (kept !== value) {
    c.reporter.warning(
      "p4-truncated",
      `${value} does not fit ${describeType(type)} and becomes ${kept}`,
      e.span,
    );
  }
  c.constants.set(e, kept);
  return type;
}

function nameType(c: CheckContext, e: NameExpression): Type {
  const declaration = c.references.get(e.name);
  if (declaration === undefined) return UNKNOWN;
  const type = declarationType(c, declaration);
  const value = c.declarationValues.get(declaration);
  if (value !== undefined) c.constants.set(e, value);
  return type;
}

function indexType(c: CheckContext, e: IndexExpression): Type {
  const object = checkExpression(c, e.object);
  const index = checkExpression(c, e.index);
  const value = c.constants.get(e.index);
  if (index.kind !== "bits" && index.kind !== "integer" && !isOpen(index) && index.kind !== "enum") {
    mismatch(c, "an index", "a number", index, e.index.span);
  }
  const count =
    object.kind === "stack"
      ? object.size
      : object.kind === "tuple" || object.kind === "sequence"
        ? object.elements.length
        : null;
  const isRead = object.kind !== "stack" || !c.onlySized.has(e);
  if (count !== null && isRead && typeof value === "bigint" && (value < 0n || value >= BigInt(count))) {
    const held = count === 0 ? "which has no elements" : `whose elements are 0 to ${count - 1}`;
    c.reporter.error("p4-range", `index ${value} is outside ${describeType(object)}, ${held}`, e.index.span);
    return object.kind === "stack" ? object.element : UNKNOWN;
  }
  if (object.kind === "stack") return object.element;
  if (object.kind === "tuple" || object.kind === "sequence") {
    if (typeof value === "bigint") return object.elements[Number(value)] ?? UNKNOWN;
    c.reporter.error("p4-not-constant", "the index into a tuple must be known at compile time", e.index.span);
    return UNKNOWN;
  }
  const hint = object.kind === "bits" ? "; a slice is written [high:low]" : "";
  mismatch(c, "an index", "a header stack or a tuple before it", object, e.object.span, hint);
  return UNKNOWN;
}

/** Types of the elements that a `{…}` of this type has, in order; null when it has none. */
function elementTypes(type: Type | null): Type[] | null {
  if (type?.kind === "struct") return [...type.fields.values()].map((field) => field.type);
  if (type?.kind === "tuple") return type.elements;
  return null;
}

function listType(c: CheckContext, e: ListExpression, expected: Type | null): Type {
  const wanted = elementTypes(expected);
  const repeated = expected?.kind === "stack" || expected?.kind === "listOf" ? expected.element : null;
  const elements = e.elements.map((element, i) => {
    const target = wanted?.[i] ?? repeated;
    const type = checkExpression(c, element, target);
    if (target === null || e.elements.length > (wanted?.length ?? e.elements.length)) return type;
    return coerce(c, element, type, target, "this element") ? target : UNKNOWN;
  });
  return { kind: "sequence", elements, hasRest: e.hasRest };
}

function recordType(c: CheckContext, e: RecordExpression, expected: Type | null): Type {
  const target = expected?.kind === "struct" ? expected : null;
  const fields = new Map<string, Type>();
  let isBroken = false;
  for (const { name, value } of e.fields) {
    const field = target?.fields.get(name.text);
    const type = checkExpression(c, value, field?.type ?? null);
    if (fields.has(name.text))
      c.reporter.error("p4-duplicate", `the field '${name.text}' is given twice`, name.span);
    fields.set(name.text, type);
    if (target === null) continue;
    if (field === undefined) {
      const hint = didYouMean(name.text, target.fields.keys());
      const message = `unknown field '${name.text}' in ${describeType(target)}${hint}`;
      c.reporter.error("p4-unknown-member", message, name.span);
      isBroken = true;
      continue;
    }
    c.references.set(name, field.declaration);
    if (!coerce(c, value, type, field.type, `the field '${name.text}'`)) isBroken = true;
  }
  const missing = target === null ? [] : [...target.fields.keys()].filter((name) => !fields.has(name));
  if (target !== null && missing.length > 0 && !e.hasRest && !isBroken) {
    const names = missing.map((name) => `'${name}'`).join(", ");
    c.reporter.error(
      "p4-type-mismatch",
      `missing ${names} of ${describeType(target)}; add '...' for default values`,
      e.span,
    );
    isBroken = true;
  }
  if (target !== null) return isBroken ? UNKNOWN : target;
  return { kind: "record", fields, hasRest: e.hasRest };
}

function setType(
  c: CheckContext,
  e: Extract<Expression, { kind: "mask" | "range" }>,
  expected: Type | null,
): Type {
  const [a, b] = e.kind === "mask" ? [e.value, e.mask] : [e.low, e.high];
  const typeA = checkExpression(c, a, expected);
  const typeB = checkExpression(c, b, expected);
  const what = e.kind === "mask" ? "'&&&'" : "'..'";
  for (const part of c.place.kind === "parser" ? [a, b] : []) {
    if (!isRuntime(c, part)) continue;
    const message = `both sides of ${what} must be known at compile time; compare with 'if', or select on the value`;
    c.reporter.error("p4-not-constant", message, part.span);
  }
  const wanted = expected?.kind === "enum" && expected.underlying !== null ? expected.underlying : expected;
  const element = wanted !== null && !isOpen(wanted) ? wanted : typeA.kind === "integer" ? typeB : typeA;
  coerce(c, a, typeA, element, what);
  coerce(c, b, typeB, element, what);
  return { kind: "set", element };
}
