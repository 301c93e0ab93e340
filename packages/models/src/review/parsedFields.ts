import type { Recording } from "../run/index.ts";

type Events = Recording["events"];

/** A field of a header where a packet has it: its first bit and its width. */
export type Field = { name: string; from: number; width: number };
type Shapes = readonly { name: string; fields: readonly { name: string; width: number }[] }[];

/** Finds the fields that a parser took from a packet, by what was recorded of it. */
export class ParsedFields {
  private readonly shapes: ReadonlyMap<string, Shapes[number]["fields"]>;

  constructor(shapes: Shapes) {
    this.shapes = new Map(shapes.map(({ name, fields }) => [lastPart(name), fields]));
  }

  of(events: Events, bits: number): Field[] {
    const fields: Field[] = [];
    for (const event of events) {
      if (event.kind !== "extract" || event.branch !== undefined) continue;
      let { from } = event;
      for (const { name, width } of this.shapes.get(lastPart(event.header)) ?? []) {
        if (width > 0 && from >= 0 && from + width <= Math.min(event.to, bits))
          fields.push({ name, from, width });
        from += width;
      }
    }
    return fields;
  }
}

export function writeField(bytes: Uint8Array, { from, width }: Field, value: bigint): void {
  let rest = BigInt.asUintN(width, value);
  // byte by byte from its end
  for (let end = from + width; end > from; ) {
    const index = (end - 1) >> 3;
    const bits = end - Math.max(from, 8 * index);
    const behind = 8 * (index + 1) - end;
    const mask = ((1 << bits) - 1) << behind;
    bytes[index] = (bytes[index]! & ~mask) | ((Number(rest & 0xffn) << behind) & mask);
    rest >>= BigInt(bits);
    end -= bits;
  }
}

const lastPart = (name: string): string => name.replace(/^.*\./, "").replace(/\[\w+\]$/, "");
