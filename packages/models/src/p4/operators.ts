import type { BinaryOperator } from "./tree/index.ts";

/** Gives a number of `width` bits (null: an `int`, of any length); undefined where P4 defines nothing. */
type Arithmetic = (a: bigint, b: bigint, width: number | null, isSigned: boolean) => bigint | undefined;

/** Modulo 2^width, in the range of the sign. */
export const wrap = (value: bigint, width: number | null, isSigned: boolean): bigint =>
  width === null ? value : isSigned ? BigInt.asIntN(width, value) : BigInt.asUintN(width, value);

/** The least and the greatest number of a width. */
export const rangeOf = (width: number, isSigned: boolean): [least: bigint, greatest: bigint] =>
  isSigned ? [-(1n << BigInt(width - 1)), (1n << BigInt(width - 1)) - 1n] : [0n, (1n << BigInt(width)) - 1n];

function saturated(value: bigint, width: number | null, isSigned: boolean): bigint | undefined {
  if (width === null) return undefined;
  const [least, greatest] = rangeOf(width, isSigned);
  return value < least ? least : value > greatest ? greatest : value;
}

/** Our choice: an `int` is not shifted by more, since it would fill the memory. */
const MAX_SHIFT = 4096n;

/** By as much as changes anything: any more than the width gives what the width does. */
const shiftBy = (by: bigint, width: number | null): bigint | undefined => {
  if (by < 0n) return undefined;
  if (width === null) return by > MAX_SHIFT ? undefined : by;
  return by > BigInt(width) ? BigInt(width) : by;
};

const isDivisible = (a: bigint, b: bigint): boolean => a >= 0n && b > 0n;

/**
 * The one meaning of P4's operators on two numbers (P4_16 1.2.5, 8.5 to 8.9), for constants, for terms of the analysis
 * and for packets. Operands of a width lie in its range.
 */
export const ARITHMETIC = {
  "+": (a, b, width, isSigned) => wrap(a + b, width, isSigned),
  "-": (a, b, width, isSigned) => wrap(a - b, width, isSigned),
  "*": (a, b, width, isSigned) => wrap(a * b, width, isSigned),
  "|+|": (a, b, width, isSigned) => saturated(a + b, width, isSigned),
  "|-|": (a, b, width, isSigned) => saturated(a - b, width, isSigned),
  "/": (a, b, width, isSigned) => (isDivisible(a, b) ? wrap(a / b, width, isSigned) : undefined),
  "%": (a, b, width, isSigned) => (isDivisible(a, b) ? wrap(a % b, width, isSigned) : undefined),
  "&": (a, b, width, isSigned) => wrap(a & b, width, isSigned),
  "|": (a, b, width, isSigned) => wrap(a | b, width, isSigned),
  "^": (a, b, width, isSigned) => wrap(a ^ b, width, isSigned),
  "<<": (a, b, width, isSigned) => {
    const by = shiftBy(b, width);
    return by === undefined ? undefined : wrap(a << by, width, isSigned);
  },
  ">>": (a, b, width, isSigned) => {
    const by = shiftBy(b, width);
    return by === undefined ? undefined : wrap(a >> by, width, isSigned);
  },
} as const satisfies Partial<Record<BinaryOperator, Arithmetic>>;

export type ArithmeticOperator = keyof typeof ARITHMETIC;

export const isArithmetic = (operator: string): operator is ArithmeticOperator => operator in ARITHMETIC;

/** Comparisons of two numbers. */
export const COMPARISONS = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
} as const satisfies Partial<Record<BinaryOperator, (a: bigint, b: bigint) => boolean>>;

export const isComparison = (operator: string): operator is keyof typeof COMPARISONS =>
  operator in COMPARISONS;

/** `a ++ b`, where b has `low` bits. */
export const joined = (a: bigint, b: bigint, low: number, width: number, isSigned: boolean): bigint =>
  wrap((a << BigInt(low)) | BigInt.asUintN(low, b), width, isSigned);

/** `~a` and `-a`. */
export const unary = (operator: "~" | "-", a: bigint, width: number | null, isSigned: boolean): bigint =>
  wrap(operator === "~" ? ~a : -a, width, isSigned);

/** `width` bits from bit `low` on, without a sign. */
export const slice = (value: bigint, low: bigint, width: number): bigint =>
  BigInt.asUintN(width, value >> low);

/** `target` with those bits replaced by `part`. */
export function withBits(target: bigint, low: number, width: number, part: bigint): bigint {
  const mask = ((1n << BigInt(width)) - 1n) << BigInt(low);
  return (target & ~mask) | (BigInt.asUintN(width, part) << BigInt(low));
}
