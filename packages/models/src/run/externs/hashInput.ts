import type { Expression } from "../../p4/index.ts";
import { compileExpression } from "../compile/expressions.ts";
import { compilePlace } from "../compile/places.ts";
import { type Scope, shapeIn } from "../compile/scope.ts";
import { BitWriter } from "../values/bits.ts";
import { writerOf } from "../values/write.ts";

/**
 * The fields of a checksum or hash as bytes, packed most significant bit first, the last byte filled with zeros on the
 * right. Fields of headers that are not valid are left out (BMv2 `calculations.cpp`).
 */
export function hashInput(scope: Scope, e: Expression): () => BitWriter {
  const parts = partsOf(e).map((part) => partWriter(scope, part));
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

function partWriter(scope: Scope, e: Expression): (writer: BitWriter) => void {
  const value = compileExpression(scope, e);
  const shape = shapeIn(scope, e);
  const isValid = ownerIsValid(scope, e);
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
