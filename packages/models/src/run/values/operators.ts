import type { BinaryOperator, UnaryOperator } from "../../p4/index.ts";
import { withCode } from "../code/writer.ts";
import { equals, type Value } from "./node.ts";
import { bitsOf, isNarrow, narrowWrap, numberFor, wideWrap } from "./numbers.ts";
import { binaryCode, castCode, sliceCode, unaryCode } from "./operatorCode.ts";
import type { Shape } from "./shape.ts";

/** Gives the value of an expression for the packet that is being processed. */
export type Eval = () => Value;
type Bits = Extract<Shape, { kind: "bits" }>;
type NumberEval = () => number;
type WideEval = () => bigint;

/** The operator on operands of the given shapes, for a result of `shape` (P4_16 1.2.5, 8.5 to 8.9). */
export function binaryEval(
  operator: BinaryOperator,
  a: Eval,
  b: Eval,
  left: Shape,
  right: Shape,
  shape: Shape,
): Eval {
  const value = binaryClosure(operator, a, b, left, right, shape);
  const code = binaryCode(operator, a, b, left, right, shape);
  return code ? withCode(value, "expression", code) : value;
}

function binaryClosure(
  operator: BinaryOperator,
  a: Eval,
  b: Eval,
  left: Shape,
  right: Shape,
  shape: Shape,
): Eval {
  switch (operator) {
    case "&&":
      return () => a() === true && b() === true;
    case "||":
      return () => a() === true || b() === true;
    case "==":
      return isPlain(left) ? () => a() === b() : () => equals(a(), b());
    case "!=":
      return isPlain(left) ? () => a() !== b() : () => !equals(a(), b());
    case "<":
      return () => a() < b();
    case "<=":
      return () => a() <= b();
    case ">":
      return () => a() > b();
    case ">=":
      return () => a() >= b();
    case "<<":
    case ">>":
      return shiftEval(operator, a, b, shape);
    case "++":
      return concatenationEval(a, b, left, right, shape);
    default:
      return arithmeticEval(operator, a, b, shape);
  }
}

const isPlain = (shape: Shape): boolean => shape.kind !== "node" && shape.kind !== "varbit";

function arithmeticEval(operator: BinaryOperator, a: Eval, b: Eval, shape: Shape): Eval {
  if (shape.kind === "bits" && isNarrow(shape))
    return narrowEval(operator, a as NumberEval, b as NumberEval, shape);
  const wrap = shape.kind === "bits" ? wideWrap(shape) : (value: bigint) => value;
  return wideEval(operator, a as WideEval, b as WideEval, wrap, shape);
}

function narrowEval(operator: BinaryOperator, a: NumberEval, b: NumberEval, shape: Bits): Eval {
  const wrap = narrowWrap(shape);
  switch (operator) {
    case "+":
      return () => wrap(a() + b());
    case "-":
      return () => wrap(a() - b());
    case "*":
      return () => wrap(Math.imul(a(), b()));
    case "&":
      return () => wrap(a() & b());
    case "|":
      return () => wrap(a() | b());
    case "^":
      return () => wrap(a() ^ b());
    case "/":
      return () => wrap(Math.trunc(a() / divisor(b())));
    case "%":
      return () => wrap(a() % divisor(b()));
    default: {
      const [low, high] = rangeOf(shape);
      const sum = operator === "|+|" ? () => a() + b() : () => a() - b();
      return () => Math.min(Math.max(sum(), Number(low)), Number(high));
    }
  }
}

function wideEval(
  operator: BinaryOperator,
  a: WideEval,
  b: WideEval,
  wrap: (value: bigint) => bigint,
  shape: Shape,
): Eval {
  switch (operator) {
    case "+":
      return () => wrap(a() + b());
    case "-":
      return () => wrap(a() - b());
    case "*":
      return () => wrap(a() * b());
    case "&":
      return () => wrap(a() & b());
    case "|":
      return () => wrap(a() | b());
    case "^":
      return () => wrap(a() ^ b());
    case "/":
      return () => wrap(a() / wideDivisor(b()));
    case "%":
      return () => wrap(a() % wideDivisor(b()));
    default: {
      const [low, high] = shape.kind === "bits" ? rangeOf(shape) : [0n, 0n];
      const sum = operator === "|+|" ? () => a() + b() : () => a() - b();
      return () => {
        const value = sum();
        return value < low ? low : value > high ? high : value;
      };
    }
  }
}

const rangeOf = ({ width, isSigned }: Bits): [bigint, bigint] =>
  isSigned ? [-(1n << BigInt(width - 1)), (1n << BigInt(width - 1)) - 1n] : [0n, (1n << BigInt(width)) - 1n];

/** What no machine defines ends the run of this packet. */
export class RunError extends Error {
  override name = "RunError";
}

function divisor(value: number): number {
  if (value === 0) throw new RunError("division by zero");
  return value;
}

function wideDivisor(value: bigint): bigint {
  if (value === 0n) throw new RunError("division by zero");
  return value;
}

/** By the width or more: zero, or all ones for what is negative. */
function shiftEval(operator: "<<" | ">>", a: Eval, by: Eval, shape: Shape): Eval {
  if (shape.kind === "bits" && isNarrow(shape)) {
    const wrap = narrowWrap(shape);
    const value = a as NumberEval;
    if (operator === "<<")
      return () => {
        const [held, count] = [value(), Number(by())];
        return count >= shape.width ? 0 : wrap(held << count);
      };
    return () => {
      const [held, count] = [value(), Number(by())];
      if (shape.isSigned) return held >> Math.min(count, 31);
      return count >= shape.width ? 0 : held >>> count;
    };
  }
  const value = a as WideEval;
  const width = shape.kind === "bits" ? shape.width : null;
  const wrap = shape.kind === "bits" ? wideWrap(shape) : (held: bigint) => held;
  // so much gives what any more gives
  const amount = (): bigint => BigInt(width === null ? Number(by()) : Math.min(Number(by()), width));
  return operator === "<<"
    ? () => {
        const held = value();
        return wrap(held << amount());
      }
    : () => {
        const held = value();
        return held >> amount();
      };
}

function concatenationEval(a: Eval, b: Eval, left: Shape, right: Shape, shape: Shape): Eval {
  if (shape.kind !== "bits" || left.kind !== "bits" || right.kind !== "bits") return a;
  if (isNarrow(shape) && !shape.isSigned && !right.isSigned && !left.isSigned) {
    const scale = 2 ** right.width;
    return () => (a() as number) * scale + (b() as number);
  }
  const by = BigInt(right.width);
  return () => {
    const high = bitsOf(a(), left.width);
    return numberFor((high << by) | bitsOf(b(), right.width), shape);
  };
}

export function unaryEval(operator: UnaryOperator, a: Eval, shape: Shape): Eval {
  const value = unaryClosure(operator, a, shape);
  const code = unaryCode(operator, a, shape);
  return code && value !== a ? withCode(value, "expression", code) : value;
}

function unaryClosure(operator: UnaryOperator, a: Eval, shape: Shape): Eval {
  if (operator === "!") return () => a() !== true;
  if (operator === "+" || shape.kind !== "bits") {
    return operator === "-" ? () => -(a() as bigint) : a;
  }
  if (isNarrow(shape)) {
    const wrap = narrowWrap(shape);
    return operator === "~" ? () => wrap(~(a() as number)) : () => wrap(-(a() as number));
  }
  const wrap = wideWrap(shape);
  return operator === "~" ? () => wrap(~(a() as bigint)) : () => wrap(-(a() as bigint));
}

/** `(type) value`: bits are kept, cut or filled, with the sign where the value has one. */
export function castEval(a: Eval, from: Shape, to: Shape): Eval {
  const value = castClosure(a, from, to);
  const code = castCode(a, from, to);
  return code && value !== a ? withCode(value, "expression", code) : value;
}

function castClosure(a: Eval, from: Shape, to: Shape): Eval {
  if (to.kind === "bool") return from.kind === "bool" ? a : () => Number(a()) !== 0;
  if (to.kind === "integer" && from.kind === "bits") return () => BigInt(a() as number | bigint);
  if (to.kind !== "bits") return a;
  if (from.kind === "bool") {
    const [no, yes] = [numberFor(0n, to), numberFor(1n, to)];
    return () => (a() === true ? yes : no);
  }
  if (from.kind === "bits" && isNarrow(from) && isNarrow(to)) {
    if (from.width === to.width && from.isSigned === to.isSigned) return a;
    const wrap = narrowWrap(to);
    return () => wrap(a() as number);
  }
  if (from.kind === "bits" && !isNarrow(from) && !isNarrow(to)) {
    const wrap = wideWrap(to);
    return () => wrap(a() as bigint);
  }
  return () => numberFor(BigInt(a() as number | bigint), to);
}

/** `width` bits of a value from bit `low` on. */
export function sliceEval(a: Eval, from: Shape, low: number, width: number): Eval {
  const value = sliceClosure(a, from, low, width);
  const code = sliceCode(a, from, low, width);
  return code ? withCode(value, "expression", code) : value;
}

function sliceClosure(a: Eval, from: Shape, low: number, width: number): Eval {
  const to: Bits = { kind: "bits", width, isSigned: false };
  if (from.kind === "bits" && isNarrow(from)) {
    const wrap = narrowWrap(to);
    return () => wrap((a() as number) >> low);
  }
  const by = BigInt(low);
  return isNarrow(to)
    ? () => Number(BigInt.asUintN(width, (a() as bigint) >> by))
    : () => BigInt.asUintN(width, (a() as bigint) >> by);
}

/** `target` with `width` bits from bit `low` on replaced. */
export function withSlice(target: Value, shape: Bits, low: number, width: number, part: Value): Value {
  const mask = ((1n << BigInt(width)) - 1n) << BigInt(low);
  const kept = bitsOf(target, shape.width) & ~mask;
  return numberFor(kept | (bitsOf(part, width) << BigInt(low)), shape);
}
