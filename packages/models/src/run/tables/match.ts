import { type Match, prefixMask } from "../../program/index.ts";
import type { Value } from "../values/node.ts";
import { bitsOf } from "../values/numbers.ts";

/** A key as it is compared: numbers and truth values by their bits, members of enums and errors by name. */
export type KeyValue = bigint | string;

export const keyValue = (value: Value, width: number): KeyValue =>
  typeof value === "string" ? value : bitsOf(value, width);

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
