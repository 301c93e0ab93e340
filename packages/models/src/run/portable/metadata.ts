import type { Node, Value } from "../values/node.ts";
import { valueFor } from "../values/numbers.ts";

/** A field of metadata by its name. */
export const fieldOf = (node: Node, name: string): Value =>
  node.f[node.shape.fields.findIndex((field) => field.name === name)]!;

/** Gives metadata these fields, and zero to the others; what the program's struct does not have is left out. */
export function setFields(node: Node | undefined, fields: Readonly<Record<string, Value | number>>): void {
  if (!node) return;
  node.clear();
  for (const [field, value] of Object.entries(fields)) {
    const index = node.shape.fields.findIndex((each) => each.name === field);
    const shape = node.shape.fields[index]?.shape;
    if (shape) node.f[index] = typeof value === "number" ? valueFor(BigInt(value), shape) : value;
  }
}
