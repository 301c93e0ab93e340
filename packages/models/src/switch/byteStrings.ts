import { bytesOfNumber, numberOfBytes } from "../p4runtime/index.ts";
import type { Shape, Value } from "../run/index.ts";
import { outOfRange } from "./errors.ts";

/** The number of a byte string that must fit `width` bits; throws OUT_OF_RANGE for empty or too large ones. */
export function numberWithin(bytes: Uint8Array, width: number, what: string): bigint {
  if (bytes.length === 0) throw outOfRange(`${what} is empty; write 0 as one zero byte`);
  const value = numberOfBytes(bytes);
  if (value >> BigInt(width) !== 0n)
    throw outOfRange(`${value} does not fit ${what}, which has ${width} bits`);
  return value;
}

/** The number of a byte string in two's complement that must fit `width` bits; throws OUT_OF_RANGE. */
export function signedWithin(bytes: Uint8Array, width: number, what: string): bigint {
  if (bytes.length === 0) throw outOfRange(`${what} is empty; write 0 as one zero byte`);
  const value = BigInt.asIntN(bytes.length * 8, numberOfBytes(bytes));
  if (BigInt.asIntN(width, value) !== value)
    throw outOfRange(`${value} does not fit ${what}, which has ${width} bits with a sign`);
  return value;
}

/** The shortest bytes of a value: of signed ones in two's complement, without bits that only repeat the sign. */
export function bytesOf(value: Value | undefined, shape: Shape): Uint8Array {
  if (typeof value === "boolean") return Uint8Array.of(value ? 1 : 0);
  if (typeof value !== "number" && typeof value !== "bigint") return Uint8Array.of(0);
  const number = BigInt(value);
  if (shape.kind !== "bits") return bytesOfNumber(number < 0n ? 0n : number);
  if (!shape.isSigned) return bytesOfNumber(BigInt.asUintN(shape.width, number));
  let bytes = 1;
  while (BigInt.asIntN(bytes * 8, number) !== number) bytes++;
  const shown = BigInt.asUintN(bytes * 8, number);
  return Uint8Array.from({ length: bytes }, (_, i) => Number((shown >> BigInt(8 * (bytes - 1 - i))) & 0xffn));
}
