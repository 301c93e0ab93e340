import type { CastExpression } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";
import { describeType } from "../type/describeType.ts";
import { isOpen } from "../type/sameType.ts";
import type { Type } from "../type/type.ts";
import { typeOf } from "../type/typeNodes.ts";
import { fits } from "./coerce.ts";
import { wrap } from "./fold.ts";
import { isNumber } from "./operators.ts";

export function castType(c: CheckContext, e: CastExpression): Type {
  const target = typeOf(c, e.type);
  const source = c.rules.expression(c, e.operand, target);
  if (!isOpen(source) && !isOpen(target) && !canCast(source, target)) {
    const message = `cannot cast ${describeType(source)} to ${describeType(target)}${castHint(source, target)}`;
    c.reporter.error("p4-cast", message, e.span);
    return target;
  }
  if (source.kind === "sequence" || source.kind === "record") c.types.set(e.operand, target);
  const value = c.constants.get(e.operand);
  const base = target.kind === "newtype" ? target.base : target;
  if (typeof value === "bigint" && base.kind === "bool" && value !== 0n && value !== 1n) {
    const message = `only 0 and 1 can be cast to bool, but this is ${value}; compare it: '!= 0'`;
    c.reporter.error("p4-cast", message, e.span);
  } else if (typeof value === "bigint") {
    c.constants.set(e, base.kind === "bool" ? value !== 0n : wrap(value, base));
  } else if (typeof value === "boolean") c.constants.set(e, isNumber(base) ? (value ? 1n : 0n) : value);
  return target;
}

function castHint(source: Type, target: Type): string {
  if (source.kind !== "bits" || target.kind !== "bits") return "";
  return `; change the sign or the width, then the other: (${describeType(target)})(${describeType({ ...target, width: source.width })})`;
}

/** The explicit casts of P4_16 1.2.5, 8.11.1. */
function canCast(source: Type, target: Type): boolean {
  if (fits(source, target)) return true;
  if (source.kind === "newtype") {
    return fits(source.base, target) || (target.kind === "newtype" && fits(source, target.base));
  }
  if (target.kind === "newtype") return fits(source, target.base);
  if (source.kind === "typeVariable" || target.kind === "typeVariable") return true;
  if (target.kind === "enum") return target.underlying !== null && canCast(source, target.underlying);
  if (source.kind === "enum") return source.underlying !== null && canCast(source.underlying, target);
  if (source.kind === "bits" && target.kind === "bits") {
    return source.isSigned === target.isSigned || source.width === target.width;
  }
  if (source.kind === "bits")
    return target.kind === "integer" || (target.kind === "bool" && source.width === 1 && !source.isSigned);
  if (source.kind === "bool") return target.kind === "bits" && target.width === 1 && !target.isSigned;
  return source.kind === "integer" && target.kind === "bool";
}
