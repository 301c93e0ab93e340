import type { Type } from "../../p4/index.ts";

/** What a value looks like at run time. Typedefs, new types and enums with a type under them are plain numbers here. */
export type Shape =
  | { kind: "bits"; width: number; isSigned: boolean }
  /** `int`: known before the packet */
  | { kind: "integer" }
  | { kind: "bool" }
  /** at most `width` bits */
  | { kind: "varbit"; width: number }
  /** a member of an enum or an error; `first` is the value at the beginning */
  | { kind: "word"; first: string }
  | { kind: "string" }
  | NodeShape
  /** nothing that a variable holds */
  | { kind: "none" };

/** Something with parts. A header stack has as many parts as elements, all of one shape. */
export type NodeShape = {
  kind: "node";
  form: "struct" | "header" | "union" | "stack";
  /** of the type, for people; "" for lists */
  name: string;
  fields: readonly { name: string; shape: Shape }[];
};

const known = new WeakMap<Type, Shape>();
const NONE: Shape = { kind: "none" };

/** What `table.apply()` gives. */
export const TABLE_RESULT: NodeShape = {
  kind: "node",
  form: "struct",
  name: "apply_result",
  fields: [
    { name: "hit", shape: { kind: "bool" } },
    { name: "miss", shape: { kind: "bool" } },
    { name: "action_run", shape: { kind: "word", first: "" } },
  ],
};

/** The run-time form of a type; `first` member of `error` is `NoError`. Type variables must have been replaced. */
export function shapeOf(type: Type): Shape {
  const found = known.get(type);
  if (found) return found;
  const shape = makeShape(type);
  known.set(type, shape);
  return shape;
}

function makeShape(type: Type): Shape {
  switch (type.kind) {
    case "bits":
      return { kind: "bits", width: type.width, isSigned: type.isSigned };
    case "varbits":
      return { kind: "varbit", width: type.width };
    case "integer":
    case "bool":
    case "string":
      return { kind: type.kind };
    case "error":
      return { kind: "word", first: "NoError" };
    case "enum":
      if (type.underlying) return shapeOf(type.underlying);
      return { kind: "word", first: type.declaration.members[0]?.name.text ?? "" };
    case "newtype":
      return shapeOf(type.base);
    case "set":
      return shapeOf(type.element);
    case "struct":
      return {
        kind: "node",
        form: type.form === "headerUnion" ? "union" : type.form,
        name: type.name,
        fields: [...type.fields.values()].map((field) => ({ name: field.name, shape: shapeOf(field.type) })),
      };
    case "record":
      return struct([...type.fields].map(([name, field]) => ({ name, shape: shapeOf(field) })));
    case "tuple":
    case "sequence":
      return struct(
        type.elements.map((element, index) => ({ name: String(index), shape: shapeOf(element) })),
      );
    case "stack": {
      const shape = shapeOf(type.element);
      const fields = Array.from({ length: type.size }, (_, index) => ({ name: String(index), shape }));
      return { kind: "node", form: "stack", name: "", fields };
    }
    case "tableResult":
      return TABLE_RESULT;
    default:
      return NONE;
  }
}

const struct = (fields: NodeShape["fields"]): NodeShape => ({
  kind: "node",
  form: "struct",
  name: "",
  fields,
});

/** Bits that a value of `shape` takes in a packet; of a `varbit` the most. */
export function widthOf(shape: Shape): number {
  switch (shape.kind) {
    case "bits":
    case "varbit":
      return shape.width;
    case "bool":
      return 1;
    case "node":
      return shape.fields.reduce((sum, field) => sum + widthOf(field.shape), 0);
    default:
      return 0;
  }
}
