import { DecompileError } from "./failure.ts";
import type { DataType } from "./places.ts";

/** A value without loss: its text and type; constants have none of their own. */
export type Exact = { text: string; type: DataType } | { literal: bigint };

export const bit = (bits: number): DataType => ({ bits, isSigned: false });

/** A constant with its width, wrapped. */
export const number = (value: bigint, { bits, isSigned }: DataType): string =>
  isSigned ? wrapNegative(BigInt.asIntN(bits, value), bits) : `${bits}w${BigInt.asUintN(bits, value)}`;

const wrapNegative = (value: bigint, bits: number): string =>
  value < 0n ? `(-${bits}s${-value})` : `${bits}s${value}`;

export function typedLiteral(value: bigint): { text: string; type: DataType } {
  const isSigned = value < 0n;
  const bits = (isSigned ? (-value - 1n).toString(2).length : value.toString(2).length) + (isSigned ? 1 : 0);
  const type = { bits, isSigned };
  return { text: number(value, type), type };
}

export const typeOf = (value: Exact): DataType =>
  "literal" in value ? typedLiteral(value.literal).type : value.type;

/** The type that holds both. */
export function common(a: Exact, b: Exact): DataType {
  const [x, y] = [typeOf(a), typeOf(b)];
  if (x.isSigned === y.isSigned) return { bits: Math.max(x.bits, y.bits), isSigned: x.isSigned };
  const [signed, unsigned] = x.isSigned ? [x, y] : [y, x];
  return { bits: Math.max(signed.bits, unsigned.bits + 1), isSigned: true };
}

/** A value in a type that holds it. */
export function widened(value: Exact, type: DataType): string {
  if ("literal" in value) return number(value.literal, type);
  const { text, type: own } = value;
  if (own.isSigned === type.isSigned) {
    if (own.bits === type.bits) return text;
    return own.isSigned ? `(int<${type.bits}>)${text}` : `(bit<${type.bits}>)${text}`;
  }
  return `(int<${type.bits}>)(bit<${type.bits}>)${text}`;
}

export function toBits(value: Exact, width: number): string {
  if ("literal" in value) return number(value.literal, bit(width));
  const { text, type } = value;
  if (type.isVarbit) throw new DecompileError("computes with bits of variable length");
  if (!type.isSigned) return type.bits === width ? text : `(bit<${width}>)${text}`;
  return type.bits === width ? `(bit<${width}>)${text}` : `(bit<${width}>)(int<${width}>)${text}`;
}

/** A value in a type that may not hold it: the end of the range that it is beyond. */
export function clamped(value: Exact, type: DataType): string {
  const high = (1n << BigInt(type.isSigned ? type.bits - 1 : type.bits)) - 1n;
  const low = type.isSigned ? -high - 1n : 0n;
  if ("literal" in value) {
    const least = value.literal < low ? low : value.literal;
    return number(least > high ? high : least, type);
  }
  const wide = common(value, { text: "", type });
  const held = widened(value, wide);
  const fitted = type.isSigned ? `(int<${type.bits}>)${held}` : toBits({ text: held, type: wide }, type.bits);
  return `((${held} < ${number(low, wide)}) ? ${number(low, type)} : ((${held} > ${number(high, wide)}) ? ${number(high, type)} : ${fitted}))`;
}
