import type { Expression } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";

/** Our choice: wider fields than any target takes, narrow enough to catch a mistaken constant. */
export const MAX_WIDTH = 1 << 20;

/** Our choice: an `int` with more bits is a mistake, and would fill the memory after a few multiplications. */
const MAX_INTEGER_BITS = 1 << 16;
const LARGEST = 1n << BigInt(MAX_INTEGER_BITS);

/** Reports a width beyond the limit. */
export function isTooWide(c: CheckContext, width: number, e: Expression): boolean {
  if (width <= MAX_WIDTH) return false;
  c.reporter.error("p4-range", `a value can have at most ${MAX_WIDTH} bits, but this has ${width}`, e.span);
  return true;
}

/** Would `a operator b` as an `int` go beyond the limit? */
export function overflowsInteger(operator: string, a: bigint, b: bigint): boolean {
  if (operator === "*") return bitLength(a) + bitLength(b) > MAX_INTEGER_BITS;
  if (operator === "<<") return b > BigInt(MAX_INTEGER_BITS) || bitLength(a) + Number(b) > MAX_INTEGER_BITS;
  return a > LARGEST || b > LARGEST || a < -LARGEST || b < -LARGEST;
}

const SMALL = 1n << 64n;
const bitLength = (value: bigint): number =>
  value < SMALL && value > -SMALL ? 64 : 4 * value.toString(16).length;
