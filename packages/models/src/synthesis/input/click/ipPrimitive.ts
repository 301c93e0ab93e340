import type { Direction } from "./filterUnion.ts";
import type { Bits, RELATIONS, SIMPLE_TYPES } from "./ipWords.ts";

export type Type = (typeof SIMPLE_TYPES)[number] | Bits;
type Relation = (typeof RELATIONS)[number];
/** What a primitive compares with; `to`: the end of a range, which is our addition. */
export type Value =
  | { kind: "none" }
  | { kind: "number" | "proto" | "port" | "opt" | "icmp"; number: number; to: number }
  | { kind: "host" | "net"; number: number; mask: number };

/** One test of the language: what is said before a value, a relation under a mask, the value. */
export type Primitive = {
  direction: Direction | null;
  protocol: number | null;
  type: Type | null;
  isNegated: boolean;
  mask: { number: number; isAddress: boolean } | null;
  relation: Relation;
  value: Value;
};

export const NOTHING_BEFORE: Primitive = {
  direction: null,
  protocol: null,
  type: null,
  isNegated: false,
  mask: null,
  relation: "==",
  value: { kind: "none" },
};

export const isBits = (type: Type | null): type is Bits => typeof type === "object" && type !== null;
/** The mask of a whole address. */
export const ALL_ONES = 0xffffffff;
