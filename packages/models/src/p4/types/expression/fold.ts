import type { ConstantValue } from "../../checkedProgram.ts";
import * as operators from "../../operators.ts";
import type { BinaryOperator, UnaryOperator } from "../../tree/index.ts";
import type { Type } from "../type/type.ts";

const widthOf = (type: Type): number | null => (type.kind === "bits" ? type.width : null);
const isSigned = (type: Type): boolean => type.kind !== "bits" || type.isSigned;

/** The value cut to the width of its type. */
export const wrap = (value: bigint, type: Type): bigint =>
  operators.wrap(value, widthOf(type), isSigned(type));

export function foldUnary(
  operator: UnaryOperator,
  value: ConstantValue,
  type: Type,
): ConstantValue | undefined {
  if (operator === "!") return typeof value === "boolean" ? !value : undefined;
  if (typeof value !== "bigint") return undefined;
  return operator === "+" ? value : operators.unary(operator, value, widthOf(type), isSigned(type));
}

/**
 * Value of `a operator b` of the given result type; undefined when it is not defined (division by zero, mixed kinds).
 */
export function foldBinary(
  operator: BinaryOperator,
  a: ConstantValue,
  b: ConstantValue,
  type: Type,
  rightWidth: number,
): ConstantValue | undefined {
  if (typeof a !== typeof b) return undefined;
  if (operator === "==") return a === b;
  if (operator === "!=") return a !== b;
  if (typeof a === "boolean" && typeof b === "boolean")
    return operator === "&&" ? a && b : operator === "||" ? a || b : undefined;
  if (typeof a !== "bigint" || typeof b !== "bigint") return undefined;
  if (operators.isArithmetic(operator))
    return operators.ARITHMETIC[operator](a, b, widthOf(type), isSigned(type));
  if (operators.isComparison(operator)) return operators.COMPARISONS[operator](a, b);
  const width = widthOf(type);
  return operator === "++" && width !== null
    ? operators.joined(a, b, rightWidth, width, isSigned(type))
    : undefined;
}
