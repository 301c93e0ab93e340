import { wrap } from "../../operators.ts";
import type { Expression } from "../../tree/index.ts";
import { BOOL, type CheckContext, mismatch } from "../context.ts";
import { describeType } from "../type/describeType.ts";
import { placeholderMisfit } from "../type/placeholders.ts";
import { isOpen, sameType } from "../type/sameType.ts";
import type { Type } from "../type/type.ts";

/**
 * Checks that the value of `e`, of type `actual`, fits where `expected` is needed, and records the type it takes there.
 * `purpose` begins the message: "the argument 'size'". Implicit conversions are those of P4_16 1.2.5, 8.11.2.
 */
export function coerce(
  c: CheckContext,
  e: Expression,
  actual: Type,
  expected: Type,
  purpose: string,
): boolean {
  if (actual.kind === "typeName") {
    c.reporter.error(
      "p4-not-a-value",
      `${purpose} needs a value, but this is ${describeType(actual)}`,
      e.span,
    );
    return false;
  }
  const misfit = placeholderMisfit(e, expected);
  if (misfit !== null) {
    c.reporter.error("p4-type-mismatch", `${purpose} needs ${describeType(expected)}: ${misfit}`, e.span);
    return false;
  }
  if (isOpen(actual) || isOpen(expected)) return true;
  if (fits(actual, expected)) {
    const base = baseOf(expected);
    if (actual.kind === "integer" && base.kind === "bits") checkFits(c, e, base.width, base.isSigned);
    if (actual.kind === "integer" || actual.kind === "sequence" || actual.kind === "record")
      c.types.set(e, expected);
    return true;
  }
  mismatch(c, purpose, expected, actual, e.span, remedy(c, actual, expected, e));
  return false;
}

/** Can a value of type `actual` stand where `expected` is needed, by itself or by an implicit conversion? */
export function fits(actual: Type, expected: Type): boolean {
  if (sameType(actual, expected)) return true;
  if (expected.kind === "set") return actual.kind === "set" ? false : fits(actual, expected.element);
  if (actual.kind === "enum" && actual.underlying !== null) return fits(actual.underlying, expected);
  switch (actual.kind) {
    case "integer":
      // a number is of any type, as in p4c
      return baseOf(expected).kind === "bits";
    case "bits":
      // p4c accepts a sized value where an `int` is needed
      return expected.kind === "integer";
    case "sequence":
      return fitsSequence(actual.elements, actual.hasRest, expected);
    case "tuple":
      return expected.kind !== "struct" && fitsSequence(actual.elements, false, expected);
    case "record":
      return (
        expected.kind === "struct" &&
        [...actual.fields].every(([name, type]) => {
          const field = expected.fields.get(name);
          return field !== undefined && fits(type, field.type);
        })
      );
    default:
      return false;
  }
}

/** What `type` declarations stand on. */
const baseOf = (type: Type): Type => (type.kind === "newtype" ? baseOf(type.base) : type);

function fitsSequence(elements: readonly Type[], hasRest: boolean, expected: Type): boolean {
  if (expected.kind === "listOf") return elements.every((type) => fits(type, expected.element));
  if (expected.kind === "stack") {
    const isComplete = elements.length === expected.size || (hasRest && elements.length < expected.size);
    return isComplete && elements.every((type) => fits(type, expected.element));
  }
  const targets =
    expected.kind === "struct"
      ? [...expected.fields.values()].map((field) => field.type)
      : expected.kind === "tuple" || expected.kind === "sequence"
        ? expected.elements
        : null;
  if (targets === null || elements.length > targets.length) return false;
  if (elements.length < targets.length && !hasRest) return false;
  return elements.every((type, i) => fits(type, targets[i]!));
}

/** Warns when a constant loses bits in a width. */
export function checkFits(c: CheckContext, e: Expression, width: number, isSigned: boolean): void {
  const value = c.constants.get(e);
  if (typeof value !== "bigint") return;
  const kept = wrap(value, width, isSigned);
  if (kept === value) return;
  c.constants.set(e, kept);
  // -1 for all ones is a habit, and loses nothing that was meant
  if (value < 0n && !isSigned && value >= -(1n << BigInt(Math.max(0, width - 1)))) return;
  const type = describeType({ kind: "bits", width, isSigned });
  c.reporter.warning("p4-truncated", `${value} does not fit ${type} and becomes ${kept}`, e.span);
}

function remedy(c: CheckContext, actual: Type, expected: Type, e: Expression): string {
  if (expected.kind === "bool" && actual.kind === "bits" && actual.width === 1) return "; compare it: '== 1'";
  if (expected.kind === "bool" && (actual.kind === "bits" || actual.kind === "integer"))
    return "; compare it: '!= 0'";
  if (sameType(actual, BOOL) && expected.kind === "bits" && expected.width === 1)
    return "; cast it with (bit<1>)";
  if (sameType(actual, BOOL) && (expected.kind === "bits" || expected.kind === "integer"))
    return "; choose the number with '? 1 : 0'";
  if (actual.kind === "bits" && expected.kind === "bits") return `; cast it with (${describeType(expected)})`;
  if (actual.kind === "newtype" || expected.kind === "newtype")
    return `; cast it with (${describeType(expected)})`;
  if (actual.kind === "tableResult") return "; use '.hit' or '.miss'";
  if (actual.kind === "callable") return "; call it with '()'";
  const count = sizeOf(expected);
  if (count !== null && e.kind === "list" && !e.hasRest && e.elements.length !== count) {
    return `; ${count} element${count === 1 ? " is" : "s are"} needed, ${e.elements.length} given${e.elements.length < count ? "; add '...' for default values" : ""}`;
  }
  return c.types.get(e)?.kind === "typeName" ? "; a type is not a value" : "";
}

const sizeOf = (type: Type): number | null =>
  type.kind === "struct"
    ? type.fields.size
    : type.kind === "tuple"
      ? type.elements.length
      : type.kind === "stack"
        ? type.size
        : null;
