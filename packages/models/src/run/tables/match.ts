import type { Value } from "../values/node.ts";
import { bitsOf } from "../values/numbers.ts";

/** What one key of an entry demands; numbers are the bits of the key, without a sign. */
export type Match =
  | { kind: "exact"; value: bigint | string }
  | { kind: "lpm"; value: bigint; prefix: number }
  | { kind: "ternary"; value: bigint; mask: bigint }
  | { kind: "range"; low: bigint; high: bigint }
  | { kind: "any" };

/** A key as it is compared: numbers and truth values by their bits, members of enums and errors by name. */
export type KeyValue = bigint | string;

export const keyValue = (value: Value, width: number): KeyValue =>
  typeof value === "string" ? value : bitsOf(value, width);

export const prefixMask = (width: number, prefix: number): bigint =>
  ((1n << BigInt(prefix)) - 1n) << BigInt(width - prefix);

/** Whether `key` of `width` bits is what an entry demands. */
export function isMatch(match: Match, key: KeyValue, width: number): boolean {
  switch (match.kind) {
    case "any":
      return true;
    case "exact":
      return match.value === key;
    case "lpm":
      return typeof key === "bigint" && ((match.value ^ key) & prefixMask(width, match.prefix)) === 0n;
    case "ternary":
      return typeof key === "bigint" && ((match.value ^ key) & match.mask) === 0n;
    case "range":
      return typeof key === "bigint" && key >= match.low && key <= match.high;
  }
}
