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
  for (let bit = 0; bit < width; bit++) {
    const at = from + width - 1 - bit;
    const mask = 0x80 >> (at & 7);
    if ((value >> BigInt(bit)) & 1n) bytes[at >> 3]! |= mask;
    else bytes[at >> 3]! &= ~mask;
  }
}

const lastPart = (name: string): string => name.replace(/^.*\./, "").replace(/\[\w+\]$/, "");
