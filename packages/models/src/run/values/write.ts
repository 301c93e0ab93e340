import type { BitWriter } from "./bits.ts";
import { Node, type Value } from "./node.ts";
import { isNarrow } from "./numbers.ts";
import type { NodeShape, Shape } from "./shape.ts";

type Write = (writer: BitWriter, value: Value) => void;

const known = new WeakMap<Shape, Write>();

/** Code that appends a value as it stands in a packet; headers that are invalid are left out, and what they hold. */
export function writerOf(shape: Shape): Write {
  const found = known.get(shape) ?? makeWriter(shape);
  known.set(shape, found);
  return found;
}

/** Appends a value as it stands in a packet; headers that are invalid are left out, and what they hold. */
export const writeValue = (writer: BitWriter, value: Value, shape: Shape): void =>
  writerOf(shape)(writer, value);

function makeWriter(shape: Shape): Write {
  switch (shape.kind) {
    case "bits": {
      const { width } = shape;
      if (!isNarrow(shape)) return (writer, value) => writer.writeWide(value as bigint, width);
      if (width === 32) return (writer, value) => writer.write((value as number) >>> 0, 32);
      const mask = 2 ** width - 1;
      return (writer, value) => writer.write((value as number) & mask, width);
    }
    case "bool":
      return (writer, value) => writer.write(value === true ? 1 : 0, 1);
    case "varbit":
      return (writer, value) => {
        const { bits, value: number } = value as { bits: number; value: bigint };
        writer.writeWide(number, bits);
      };
    case "node":
      return nodeWriter(shape);
    default:
      return () => undefined;
  }
}

function nodeWriter({ form, fields }: NodeShape): Write {
  const parts = fields.map((field) => writerOf(field.shape));
  return (writer, value) => {
    if (!(value instanceof Node) || (form === "header" && !value.valid)) return;
    const { f } = value;
    for (let i = 0; i < parts.length; i++) parts[i]!(writer, f[i]!);
  };
}
