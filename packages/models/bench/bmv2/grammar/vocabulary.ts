import type { Draw } from "./draw.ts";

/** A type of values; `bool` has no width. */
export type Type = { kind: "bit" | "int" | "bool"; width: number };
type Field = { name: string; type: Type };
/** A header type: fields that fill whole bytes. */
export type HeaderType = { name: string; fields: Field[] };
/** Something that has a value: how it is written, whether it can be. */
export type Place = { text: string; type: Type; isWritable: boolean };
export type HeaderPlace = { text: string; type: HeaderType };

/** What can be named at some place of the program. */
export type Scope = {
  where: "parser" | "ingress" | "egress" | "action" | "function";
  places: Place[];
  headers: HeaderPlace[];
  stacks: { text: string; size: number; type: HeaderType }[];
  /** structs that can be assigned to one another */
  pairs: string[];
  functions: FunctionType[];
};

/** A function, its result and parameters; what is `inout` needs a place. */
type FunctionType = { name: string; result: Type; parameters: { type: Type; isInout: boolean }[] };

export const BOOL: Type = { kind: "bool", width: 0 };
export const bit = (width: number): Type => ({ kind: "bit", width });

export const typeText = ({ kind, width }: Type): string => (kind === "bool" ? "bool" : `${kind}<${width}>`);
export const isSame = (a: Type, b: Type): boolean => a.kind === b.kind && a.width === b.width;

const WIDTHS = [
  1, 2, 3, 4, 5, 7, 8, 8, 8, 9, 12, 13, 16, 16, 16, 20, 24, 31, 32, 32, 33, 48, 63, 64, 65, 80, 128,
];

/** A type of any width; an `int` of one bit is none that BMv2 has. */
export function drawType(draw: Draw): Type {
  if (draw.chance(0.08)) return BOOL;
  const width = draw.pick(WIDTHS);
  return { kind: width > 1 && draw.chance(0.25) ? "int" : "bit", width };
}

/** Fields of whole bytes together. */
export function drawHeaderType(draw: Draw, name: string): HeaderType {
  const fields = draw.list(1, 4, (index): Field => {
    const type = drawType(draw);
    return { name: `f${index}`, type: type.kind === "bool" ? bit(8) : type };
  });
  const rest = fields.reduce((sum, { type }) => sum + type.width, 0) % 8;
  if (rest > 0) fields.push({ name: `f${fields.length}`, type: bit(8 - rest) });
  return { name, fields };
}

/** A constant; ends of the range are likely, and small numbers, which meet. */
export function literal(draw: Draw, { kind, width }: Type): string {
  if (kind === "bool") return draw.pick(["true", "false"]);
  const all = (1n << BigInt(kind === "int" ? width - 1 : width)) - 1n;
  const some = Array.from({ length: Math.ceil(width / 24) }, () => BigInt(draw.integer(1 << 24)));
  const any = some.reduce((sum, part) => (sum << 24n) | part, 0n);
  const value = draw.pick([0n, 1n, 2n, 3n, all, all >> 1n, all - 1n, any, any]) & all;
  const text = `${width}${kind === "int" ? "s" : "w"}${draw.chance(0.5) ? value : `0x${value.toString(16)}`}`;
  return kind === "int" && draw.chance(0.4) ? `(-${text})` : text;
}
