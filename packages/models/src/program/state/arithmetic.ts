import { operators } from "../../p4/index.ts";
import type { NumberShape, Operator } from "../flow/flow.ts";

/** Brings a number into the range of `shape` as P4's arithmetic does (modulo 2^bits). */
export const wrap = (value: bigint, { bits, isSigned }: NumberShape): bigint =>
  operators.wrap(value, bits, isSigned);

/** What an operator gives for two numbers; null where it is undefined or gives no number. */
export const computed = (
  operator: Operator,
  left: bigint,
  right: bigint,
  { bits, isSigned }: NumberShape,
): bigint | null =>
  operators.isArithmetic(operator)
    ? (operators.ARITHMETIC[operator](left, right, bits, isSigned) ?? null)
    : null;

/** Which operand, or that zero, is what an operator gives, as far as one constant or two equal operands decide it. */
export function decidedBy(
  operator: Operator,
  left: bigint | null,
  right: bigint | null,
  isSame: boolean,
): "first" | "second" | "zero" | null {
  switch (operator) {
    case "-":
    case "|-|":
      if (isSame) return "zero";
      return right === 0n ? "first" : null;
    case "^":
      if (isSame) return "zero";
      break;
    case "&":
      if (isSame) return "first";
      return left === 0n || right === 0n ? "zero" : null;
    case "|":
      if (isSame) return "first";
      break;
    case "*":
      if (left === 0n || right === 0n) return "zero";
      return right === 1n ? "first" : left === 1n ? "second" : null;
    case "<<":
    case ">>":
      return left === 0n ? "zero" : right === 0n ? "first" : null;
    case "+":
    case "|+|":
      break;
    default:
      return null;
  }
  // nothing is added
  return right === 0n ? "first" : left === 0n ? "second" : null;
}
