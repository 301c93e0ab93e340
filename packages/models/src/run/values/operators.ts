import { type BinaryOperator, operators, type UnaryOperator } from "../../p4/index.ts";
import { withCode } from "../code/writer.ts";
import { equals, type Value } from "./node.ts";
import { bitsOf, isNarrow, narrowWrap, numberFor, wideWrap } from "./numbers.ts";
import { binaryCode, castCode, sliceCode, unaryCode } from "./operatorCode.ts";
import type { Shape } from "./shape.ts";

/** Gives the value of an expression for the packet that is being processed. */
export type Eval = () => Value;
type Bits = Extract<Shape, { kind: "bits" }>;
type NumberEval = () => number;

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
    case "++":
      return concatenationEval(a, b, left, right, shape);
    default:
      return arithmeticEval(operator, a, b, shape);
  }
}

const isPlain = (shape: Shape): boolean => shape.kind !== "node" && shape.kind !== "varbit";

/** What the table says, in numbers of a machine word. */
const NARROW: Partial<Record<BinaryOperator, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": Math.imul,
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
};

function arithmeticEval(operator: operators.ArithmeticOperator, a: Eval, b: Eval, shape: Shape): Eval {
  const width = shape.kind === "bits" ? shape.width : null;
  const isSigned = shape.kind === "bits" ? shape.isSigned : true;
  const narrow =
    shape.kind === "bits" && isNarrow(shape) ? narrowEval(operator, a as NumberEval, b, shape) : null;
  if (narrow) return narrow;
  const meaning = operators.ARITHMETIC[operator];
  const value = (left: bigint, right: bigint): bigint =>
    meaning(left, right, width, isSigned) ?? undefinedValue(operator);
  if (shape.kind === "bits" && isNarrow(shape))
    return () => Number(value(BigInt(a() as number), BigInt(b() as number)));
  // the amount of a shift may be narrow
  if (operator === "<<" || operator === ">>")
    return () => {
      const held = a() as bigint;
      return value(held, BigInt(b() as number | bigint));
    };
  return () => value(a() as bigint, b() as bigint);
}

/** Null: by the table itself. */
function narrowEval(
  operator: operators.ArithmeticOperator,
  a: NumberEval,
  b: Eval,
  shape: Bits,
): Eval | null {
  const wrap = narrowWrap(shape);
  const by = b as NumberEval;
  const of = NARROW[operator];
  if (of) return () => wrap(of(a(), by()));
  const { width, isSigned } = shape;
  switch (operator) {
    case "|+|":
    case "|-|": {
      const [low, high] = operators.rangeOf(width, isSigned).map(Number) as [number, number];
      const sum = operator === "|+|" ? () => a() + by() : () => a() - by();
      return () => Math.min(Math.max(sum(), low), high);
    }
    // by the width or more: zero, or all ones for what is negative; an amount may be wide
    case "<<":
      return () => {
        const [held, count] = [a(), Number(b())];
        return count >= width ? 0 : wrap(held << count);
      };
    case ">>":
      return () => {
        const [held, count] = [a(), Number(b())];
        if (isSigned) return held >> Math.min(count, 31);
        return count >= width ? 0 : held >>> count;
      };
    default:
      return null;
  }
}

/** What no machine defines ends the run of this packet. */
export class RunError extends Error {
  override name = "RunError";
}

function undefinedValue(operator: operators.ArithmeticOperator): never {
  const what = operator === "/" || operator === "%" ? "division by zero" : `${operator} that gives no value`;
  throw new RunError(what);
}

function concatenationEval(a: Eval, b: Eval, left: Shape, right: Shape, shape: Shape): Eval {
  if (shape.kind !== "bits" || left.kind !== "bits" || right.kind !== "bits") return a;
  if (isNarrow(shape) && !shape.isSigned && !right.isSigned && !left.isSigned) {
    const scale = 2 ** right.width;
    return () => (a() as number) * scale + (b() as number);
  }
  return () => {
    const high = bitsOf(a(), left.width);
    const low = bitsOf(b(), right.width);
    return numberFor(operators.joined(high, low, right.width, shape.width, shape.isSigned), shape);
  };
}

export function unaryEval(operator: UnaryOperator, a: Eval, shape: Shape): Eval {
  const value = unaryClosure(operator, a, shape);
  const code = unaryCode(operator, a, shape);
  return code && value !== a ? withCode(value, "expression", code) : value;
}

function unaryClosure(operator: UnaryOperator, a: Eval, shape: Shape): Eval {
  if (operator === "!") return () => a() !== true;
  if (operator === "+") return a;
  if (shape.kind === "bits" && isNarrow(shape)) {
    const wrap = narrowWrap(shape);
    return operator === "~" ? () => wrap(~(a() as number)) : () => wrap(-(a() as number));
  }
  const width = shape.kind === "bits" ? shape.width : null;
  const isSigned = shape.kind !== "bits" || shape.isSigned;
  return () => operators.unary(operator, a() as bigint, width, isSigned);
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
    ? () => Number(operators.slice(a() as bigint, by, width))
    : () => operators.slice(a() as bigint, by, width);
}

/** `target` with `width` bits from bit `low` on replaced. */
export function withSlice(target: Value, shape: Bits, low: number, width: number, part: Value): Value {
  return numberFor(operators.withBits(bitsOf(target, shape.width), low, width, bitsOf(part, width)), shape);
}
