import type { Expression } from "../../p4/index.ts";
import { withCode } from "../code/writer.ts";
import { compileExpression } from "../compile/expressions.ts";
import { compilePlace } from "../compile/places.ts";
import { type Scope, shapeIn } from "../compile/scope.ts";
import { BitWriter } from "../values/bits.ts";
import type { Value } from "../values/node.ts";
import type { Eval } from "../values/operators.ts";
import type { Shape } from "../values/shape.ts";
import { writerOf } from "../values/write.ts";

/**
 * The fields of a checksum or hash as bytes, packed most significant bit first, the last byte filled with zeros on the
 * right. A checksum reads the fields themselves and leaves out those of headers that are not valid (BMv2
 * `calculations.cpp`); `isOfValues`: p4c copies the arguments of a hash before the call, so all of them are in it.
 */
export function hashInput(scope: Scope, e: Expression, isOfValues = false): () => BitWriter {
  return inputOf(hashParts(scope, e, isOfValues));
}

export function inputOf(parts: readonly HashPart[]): () => BitWriter {
  const writer = new BitWriter();
  return () => {
    writer.clear();
    for (const { value, isValid, write } of parts) if (isValid()) write(writer, value());
    return writer;
  };
}

/** One field of what is hashed; `isValid`: whether its header is there. */
export type HashPart = {
  value: Eval;
  shape: Shape;
  isValid: () => boolean;
  write: (writer: BitWriter, value: Value) => void;
};

export const hashParts = (scope: Scope, e: Expression, isOfValues: boolean): HashPart[] =>
  partsOf(e).map((part) => {
    const shape = shapeIn(scope, part);
    const isValid = isOfValues ? ALWAYS : ownerIsValid(scope, part);
    return { value: compileExpression(scope, part), shape, isValid, write: writerOf(shape) };
  });

const ALWAYS = withCode(
  () => true,
  "expression",
  () => "true",
);

const partsOf = (e: Expression): Expression[] => {
  if (e.kind === "list") return e.elements.flatMap(partsOf);
  return e.kind === "record" ? e.fields.flatMap(({ value }) => partsOf(value)) : [e];
};

/** Whether the header that an expression is a field of is there; true for all else. */
export function ownerIsValid(scope: Scope, e: Expression): () => boolean {
  const place = compilePlace(scope, e);
  const ref =
    place === null || place.kind === "node" ? null : place.kind === "slice" ? place.of.ref : place.ref;
  if (ref?.shape.form !== "header") return ALWAYS;
  const { get } = ref;
  return withCode(
    () => get().valid,
    "expression",
    (to) => `${to.value(get)}.valid`,
  );
}
