import type { ConstantValue } from "../../checkedProgram.ts";
import type { BinaryOperator, UnaryOperator } from "../../tree/index.ts";
import type { Type } from "../type/type.ts";

/** The value cut to the width of its type. */
export function wrap(value: bigint, type: Type): bigint {
  if (type.kind !== "bits") return value;
  return type.isSigned ? BigInt.asIntN(type.width, value) : BigInt.asUintN(type.width, value);
}

const clamp = (value: bigint, type: Type): bigint => {
  if (type.kind !== "bits") return value;
  const width = BigInt(type.width);
  const low = type.isSigned ? -(1n << (width - 1n)) : 0n;
  const high = type.isSigned ? (1n << (width - 1n)) - 1n : (1n << width) - 1n;
  return value < low ? low : value > high ? high : value;
};

export function foldUnary(
  operator: UnaryOperator,
  value: ConstantValue,
  type: Type,
): ConstantValue | undefined {
  if (operator === "!") return typeof value === "boolean" ? !value : undefined;
  if (typeof value !== "bigint") return undefined;
  return wrap(operator === "~" ? ~value : operator === "-" ? -value : value, type);
}

/** Our choice: shifts by more are left to run time, where they give zero anyway. */
const MAX_SHIFT = 4096n;

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
  if (typeof a === "boolean" && typeof b === "boolean") {
    return operator === "&&" ? a && b : operator === "||" ? a || b : undefined;
  }
  if (typeof a !== "bigint" || typeof b !== "bigint") return undefined;
  switch (operator) {
    case "+":
      return wrap(a + b, type);
    case "-":
      return wrap(a - b, type);
    case "|+|":
      return clamp(a + b, type);
    case "|-|":
      return clamp(a - b, type);
    case "*":
      return wrap(a * b, type);
    case "/":
      return b === 0n ? undefined : wrap(a / b, type);
    case "%":
      return b === 0n ? undefined : wrap(a % b, type);
    case "<<":
      return b < 0n || b > MAX_SHIFT ? undefined : wrap(a << b, type);
    case ">>":
      return b < 0n || b > MAX_SHIFT ? undefined : wrap(a >> b, type);
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "++":
      return wrap((a << BigInt(rightWidth)) | BigInt.asUintN(rightWidth, b), type);
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    default:
      return undefined;
  }
}
