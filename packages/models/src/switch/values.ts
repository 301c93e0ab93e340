import type { Draft, P4Data } from "../p4runtime/index.ts";
import { Node, type Shape, type Value, valueFor, widthOf } from "../run/index.ts";
import { bytesOf, numberWithin, signedWithin } from "./byteStrings.ts";
import { invalid, unimplemented } from "./errors.ts";

/** A value of a register or digest as a message. */
export function dataOf(value: Value, shape: Shape): Draft<P4Data> {
  if (value instanceof Node) {
    const { fields, form } = value.shape;
    if (form === "header")
      return {
        data: {
          kind: "header",
          value: {
            isValid: value.valid,
            bitstrings: value.valid ? fields.map((field, i) => bytesOf(value.f[i], field.shape)) : [],
          },
        },
      };
    if (form !== "struct") throw unimplemented("values of header stacks and unions");
    const members = fields.map((field, i) => dataOf(value.f[i]!, field.shape));
    return { data: { kind: value.shape.name === "" ? "tuple" : "struct", value: { members } } };
  }
  if (typeof value === "boolean") return { data: { kind: "bool", value } };
  if (typeof value === "string") return { data: { kind: "enum", value } };
  if (typeof value === "object") throw unimplemented("values of type varbit");
  return { data: { kind: "bitstring", value: bytesOf(value, shape) } };
}

/** The value of a message for a place of `shape`; throws INVALID_ARGUMENT and OUT_OF_RANGE. */
export function valueOfData({ data }: P4Data, shape: Shape, what: string): Value {
  if (shape.kind === "node") {
    const members =
      data?.kind === "struct" || data?.kind === "tuple"
        ? data.value.members
        : data?.kind === "header"
          ? data.value.bitstrings.map((value): P4Data => ({ data: { kind: "bitstring", value } }))
          : null;
    const isInvalid = data?.kind === "header" && !data.value.isValid;
    if (members === null || (!isInvalid && members.length !== shape.fields.length))
      throw invalid(`${what} takes ${shape.fields.length} members`);
    const node = new Node(shape);
    if (isInvalid) return node;
    node.valid = true;
    shape.fields.forEach((field, i) => {
      node.f[i] = valueOfData(members[i]!, field.shape, `${what}.${field.name}`);
    });
    return node;
  }
  if (shape.kind === "bool" && data?.kind === "bool") return data.value;
  if (shape.kind === "word" && (data?.kind === "enum" || data?.kind === "error")) return data.value;
  if (data?.kind !== "bitstring")
    throw invalid(`${what} takes a ${shape.kind === "bool" ? "bool" : "bitstring"}`);
  const isSigned = shape.kind === "bits" && shape.isSigned;
  return valueFor((isSigned ? signedWithin : numberWithin)(data.value, widthOf(shape), what), shape);
}
