import type { NodeShape } from "../values/shape.ts";
import { widthOf } from "../values/shape.ts";

/** A header of a program as a packet holds it. A `varbit` has width 0: its length is the packet's. */
export type NamedShape = { name: string; type: string; fields: { name: string; width: number }[] };

/** All headers below `shape`, by their path: `ethernet`, `vlan[0]`, `inner.ipv4`. */
export function namedHeaders(shape: NodeShape, path = ""): NamedShape[] {
  if (shape.form === "header") {
    const fields = shape.fields.flatMap((field) => flat(field.name, field.shape));
    return [{ name: path, type: shape.name, fields }];
  }
  return shape.fields.flatMap((field) => {
    if (field.shape.kind !== "node") return [];
    if (shape.form === "stack") return namedHeaders(field.shape, `${path}[${field.name}]`);
    return namedHeaders(field.shape, path === "" ? field.name : `${path}.${field.name}`);
  });
}

/** Structs in headers are written as the fields they have. */
function flat(name: string, shape: NodeShape["fields"][number]["shape"]): NamedShape["fields"] {
  if (shape.kind === "node") return shape.fields.flatMap((part) => flat(`${name}.${part.name}`, part.shape));
  return [{ name, width: shape.kind === "varbit" ? 0 : widthOf(shape) }];
}
