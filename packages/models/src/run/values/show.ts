import { Node, type Value, type Varbit } from "./node.ts";
import { bitsOf } from "./numbers.ts";
import type { Shape } from "./shape.ts";

/** A value for people: numbers in hexadecimal with all their digits, headers field by field. */
export function showValue(value: Value, shape: Shape): string {
  if (value instanceof Node) {
    const { form, fields } = value.shape;
    if (form === "header" && !value.valid) return "invalid";
    return `{${fields.map((field, i) => `${field.name}=${showValue(value.f[i]!, field.shape)}`).join(", ")}}`;
  }
  if (typeof value === "object") return showVarbit(value);
  if (shape.kind !== "bits") return String(value);
  if (shape.isSigned) return String(value);
  return `0x${bitsOf(value, shape.width)
    .toString(16)
    .padStart(Math.ceil(shape.width / 4), "0")}`;
}

const showVarbit = ({ bits, value }: Varbit): string =>
  bits === 0 ? "empty" : `0x${value.toString(16).padStart(Math.ceil(bits / 4), "0")}`;
