import type { NumberShape, Operator } from "../flow/flow.ts";

/** Brings a number into the range of `shape` as P4's arithmetic does (modulo 2^bits). */
export function wrap(value: bigint, shape: NumberShape): bigint {
  if (shape.bits === null) return value;
  return shape.isSigned ? BigInt.asIntN(shape.bits, value) : BigInt.asUintN(shape.bits, value);
}

/** What an operator gives for two numbers; null where it is undefined or gives no number. */
export function computed(operator: Operator, left: bigint, right: bigint, shape: NumberShape): bigint | null {
  const saturated = (value: bigint): bigint => {
    if (shape.bits === null) return value;
    const high = shape.isSigned ? (1n << BigInt(shape.bits - 1)) - 1n : (1n << BigInt(shape.bits)) - 1n;
    const low = shape.isSigned ? -(1n << BigInt(shape.bits - 1)) : 0n;
    return value > high ? high : value < low ? low : value;
  };
  switch (operator) {
    case "+":
      return wrap(left + right, shape);
    case "-":
      return wrap(left - right, shape);
    case "*":
      return wrap(left * right, shape);
    case "/":
      return right === 0n ? null : wrap(left / right, shape);
    case "%":
      return right === 0n ? null : wrap(left % right, shape);
    case "&":
      return wrap(left & right, shape);
    case "|":
      return wrap(left | right, shape);
    case "^":
      return wrap(left ^ right, shape);
    case "<<":
      return right < 0n || right > 4096n ? null : wrap(left << right, shape);
    case ">>":
      return right < 0n || right > 4096n ? null : wrap(left >> right, shape);
    case "|+|":
      return saturated(left + right);
    case "|-|":
      return saturated(left - right);
    default:
      return null;
  }
}

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
