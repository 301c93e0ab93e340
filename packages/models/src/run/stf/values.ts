import { ControlError, type Match, prefixMask } from "../../program/index.ts";
import type { TableKey } from "../tables/tableState.ts";

const BITS_OF_DIGIT = { "0x": 4, "0b": 1 } as const;

/** A number as STF writes it: decimal, `0x`, `0b`, or an IPv4 address. */
export function stfNumber(text: string): bigint {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(BigInt);
  if (parts?.every((part) => part <= 255n)) return parts.reduce((sum, part) => (sum << 8n) | part, 0n);
  if (!/^(0x[\da-f]+|0b[01]+|\d+)$/i.test(text)) throw new ControlError(`${text} is not a number`);
  return BigInt(text.toLowerCase());
}

/** Digits with stars: value and mask over the digits that are written. */
function starred(text: string): { value: bigint; mask: bigint; digits: number; bits: number } {
  const base = text.slice(0, 2).toLowerCase() as keyof typeof BITS_OF_DIGIT;
  const bits = BITS_OF_DIGIT[base];
  const digits = text.slice(2);
  if (bits === undefined || !/^[\da-f*]+$/i.test(digits))
    throw new ControlError(`${text} is not a hexadecimal or binary number`);
  const full = bits === 4 ? "f" : "1";
  return {
    value: BigInt(base + digits.replaceAll("*", "0")),
    mask: BigInt(base + digits.replace(/[^*]/g, full).replaceAll("*", "0")),
    digits: digits.length,
    bits,
  };
}

/** What a key of an `add` demands, as p4c's runner for BMv2 reads it. */
export function stfMatch(text: string, key: TableKey): Match {
  switch (key.kind) {
    case "ternary":
    case "optional":
      return ternary(text, key);
    case "lpm":
      return prefix(text, key);
    case "range":
      return range(text);
    default:
      return { kind: "exact", value: BigInt.asUintN(key.width, stfNumber(text)) };
  }
}

function ternary(text: string, { width }: TableKey): Match {
  if (text === "*") return { kind: "any" };
  const [value, mask] = text.split("&&&");
  if (value !== undefined && mask !== undefined)
    return { kind: "ternary", value: stfNumber(value), mask: stfNumber(mask) };
  if (/^\d+$/.test(text)) return { kind: "exact", value: BigInt.asUintN(width, BigInt(text)) };
  // the mask covers only the digits that are written
  const read = starred(text);
  return { kind: "ternary", value: read.value, mask: read.mask };
}

/** As many bits as digits before the stars, counted in the digits that are written. */
function prefix(text: string, { width }: TableKey): Match {
  const [value, length] = text.split("/");
  if (value !== undefined && length !== undefined)
    return { kind: "lpm", value: stfNumber(value), prefix: prefixLength(length, width) };
  if (!text.includes("*")) return { kind: "lpm", value: stfNumber(text), prefix: width };
  const read = starred(text);
  const before = text.slice(2).indexOf("*");
  return { kind: "lpm", value: read.value, prefix: Math.max(0, width - (read.digits - before) * read.bits) };
}

function prefixLength(text: string, width: number): number {
  const prefix = Number(text);
  if (Number.isInteger(prefix) && prefix >= 0 && prefix <= width) return prefix;
  throw new ControlError(`a prefix has 0 to ${width} bits, not ${text}`);
}

function range(text: string): Match {
  const [low, high] = text.split("..");
  if (low === undefined || high === undefined)
    throw new ControlError(`${text} is not a range; write it as 1..9`);
  return { kind: "range", low: stfNumber(low), high: stfNumber(high) };
}

/** A key that is left out. */
export const leftOut = ({ kind, width }: TableKey): Match =>
  kind === "exact"
    ? { kind: "exact", value: 0n }
    : kind === "lpm"
      ? { kind: "lpm", value: prefixMask(width, 0), prefix: 0 }
      : { kind: "any" };
