import type { BitWriter } from "./bits.ts";
import { Node, type Value } from "./node.ts";
import { isNarrow } from "./numbers.ts";
import type { Shape } from "./shape.ts";

/** Appends a value as it stands in a packet; headers that are invalid are left out, and what they hold. */
export function writeValue(writer: BitWriter, value: Value, shape: Shape): void {
  switch (shape.kind) {
    case "bits":
      if (!isNarrow(shape)) writer.writeWide(value as bigint, shape.width);
      else
        writer.write(
          shape.width === 32 ? (value as number) >>> 0 : unsigned(value, shape.width),
          shape.width,
        );
      return;
    case "bool":
      writer.write(value === true ? 1 : 0, 1);
      return;
    case "varbit": {
      const { bits, value: number } = value as { bits: number; value: bigint };
      writer.writeWide(number, bits);
      return;
    }
    case "node":
      if (!(value instanceof Node) || (shape.form === "header" && !value.valid)) return;
      for (const [index, field] of shape.fields.entries()) writeValue(writer, value.f[index]!, field.shape);
      return;
    default:
  }
}

const unsigned = (value: Value, width: number): number => (value as number) & (2 ** width - 1);
