import type { Expression } from "../../p4/index.ts";
import { compileExpression } from "../compile/expressions.ts";
import { compilePlace } from "../compile/places.ts";
import { type Scope, shapeIn } from "../compile/scope.ts";
import { BitWriter } from "../values/bits.ts";
import { writerOf } from "../values/write.ts";

/**
 * The fields of a checksum or hash as bytes, packed most significant bit first, the last byte filled with zeros on the
 * right. A checksum reads the fields themselves and leaves out those of headers that are not valid (BMv2
 * `calculations.cpp`); `isOfValues`: p4c copies the arguments of a hash before the call, so all of them are in it.
 */
export function hashInput(scope: Scope, e: Expression, isOfValues = false): () => BitWriter {
  const parts = partsOf(e).map((part) => partWriter(scope, part, isOfValues));
  const writer = new BitWriter();
  return () => {
    writer.clear();
    for (const part of parts) part(writer);
    return writer;
  };
}

const partsOf = (e: Expression): Expression[] => {
  if (e.kind === "list") return e.elements.flatMap(partsOf);
  return e.kind === "record" ? e.fields.flatMap(({ value }) => partsOf(value)) : [e];
};

function partWriter(scope: Scope, e: Expression, isOfValues: boolean): (writer: BitWriter) => void {
  const value = compileExpression(scope, e);
  const shape = shapeIn(scope, e);
  const isValid = isOfValues ? () => true : ownerIsValid(scope, e);
  const write = writerOf(shape);
  return (writer) => {
    if (isValid()) write(writer, value());
  };
}

/** Whether the header that an expression is a field of is there; true for all else. */
export function ownerIsValid(scope: Scope, e: Expression): () => boolean {
  const place = compilePlace(scope, e);
  const ref =
    place === null || place.kind === "node" ? null : place.kind === "slice" ? place.of.ref : place.ref;
  if (ref?.shape.form !== "header") return () => true;
  return () => ref.get().valid;
}
