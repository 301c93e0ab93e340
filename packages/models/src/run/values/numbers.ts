import type { Shape } from "./shape.ts";

/** Bits that fit a machine word: such values are JavaScript numbers, wider ones `bigint`. */
const NARROW_BITS = 32;

type Bits = { width: number; isSigned: boolean };

export const isNarrow = ({ width }: Bits): boolean => width <= NARROW_BITS;

/** All ones, `width` at most 32. */
const narrowMask = (width: number): number => (width === NARROW_BITS ? 0xffffffff : 2 ** width - 1);

/** Cuts an integer of up to 53 bits, or an int32, to a width of at most 32. */
export function narrowWrap({ width, isSigned }: Bits): (value: number) => number {
  if (width === 0) return () => 0;
  if (isSigned) {
    const rest = NARROW_BITS - width;
    return rest === 0 ? (value) => value | 0 : (value) => (value << rest) >> rest;
  }
  if (width === NARROW_BITS) return (value) => value >>> 0;
  const mask = narrowMask(width);
  return (value) => value & mask;
}

export const wideWrap = ({ width, isSigned }: Bits): ((value: bigint) => bigint) =>
  isSigned ? (value) => BigInt.asIntN(width, value) : (value) => BigInt.asUintN(width, value);

/** The number of any width as it is held for `bits`, cut to its width. */
export function numberFor(value: bigint, bits: Bits): number | bigint {
  const cut = wideWrap(bits)(value);
  return isNarrow(bits) ? Number(cut) : cut;
}

/** A constant or control-plane number in the form of `shape`; truth values stand for 0 and 1. */
export function valueFor(value: bigint, shape: Shape): number | bigint | boolean {
  if (shape.kind === "bits") return numberFor(value, shape);
  return shape.kind === "bool" ? value !== 0n : value;
}

/** The bits of a number or truth value as an unsigned number of its width. */
export function bitsOf(value: unknown, width: number): bigint {
  if (typeof value === "bigint") return BigInt.asUintN(width, value);
  if (typeof value === "number") return BigInt.asUintN(width, BigInt(value));
  return value === true ? 1n : 0n;
}
