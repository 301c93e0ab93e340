import { hex } from "../bmv2/expressions.ts";
import type { Bmv2MatchKey } from "../bmv2/schema.ts";
import { number } from "./exact.ts";
import type { FieldPlace } from "./places.ts";

/** A match of an entry; `type` null: the validity of a header. */
export function matchText(match: Bmv2MatchKey, type: FieldPlace["type"] | null): string {
  const value = (text: string | undefined): string =>
    number(hex(text ?? "0x0"), type ?? { bits: 1, isSigned: false });
  const key = typeof match.key === "string" ? match.key : undefined;
  if (type === null) return String(match.key === true || (key !== undefined && hex(key) !== 0n));
  switch (match.match_type) {
    case "ternary":
    case "optional": {
      const mask = hex(match.mask ?? "0x0");
      return mask === 0n ? "_" : `${value(key)} &&& ${number(mask, type)}`;
    }
    case "lpm": {
      const length = match.prefix_length ?? type.bits;
      const mask = ((1n << BigInt(length)) - 1n) << BigInt(Math.max(0, type.bits - length));
      return length === 0 ? "_" : `${value(key)} &&& ${number(mask, type)}`;
    }
    case "range":
      return `${value(match.start)} .. ${value(match.end)}`;
    default:
      return value(key);
  }
}
