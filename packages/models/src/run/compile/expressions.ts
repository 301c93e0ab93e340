import { assert } from "../../core/index.ts";
import type { Expression } from "../../p4/index.ts";
import { withCode } from "../code/writer.ts";
import { held, initialValue, Node, type Value } from "../values/node.ts";
import { isNarrow, numberFor, valueFor } from "../values/numbers.ts";
import { binaryEval, castEval, type Eval, sliceEval, unaryEval } from "../values/operators.ts";
import { type NodeShape, type Shape, shapeOf } from "../values/shape.ts";
import { bindingOf } from "./instances.ts";
import { compilePlace, placeEval, shapeOfPlace, sliceBounds } from "./places.ts";
import { type Scope, shapeIn, typeOf, UnsupportedError } from "./scope.ts";

const constant = (value: Value): Eval =>
  withCode(
    () => value,
    "expression",
    (to) => to.literal(value),
  );

/**
 * Code that gives the value of an expression. `wanted` is the shape that the place needs where it goes: lists and
 * numbers without a width take it. A struct or header is the node itself, no copy: whoever keeps it makes one.
 */
export function compileExpression(scope: Scope, e: Expression, wanted: Shape | null = null): Eval {
  const value = compileValue(scope, e, wanted);
  if (wanted?.kind !== "bits" || scope.c.checked.constants.has(e)) return value;
  return castInteger(value, shapeIn(scope, e), wanted);
}

function compileValue(scope: Scope, e: Expression, wanted: Shape | null): Eval {
  const known = scope.c.checked.constants.get(e);
  if (known !== undefined && e.kind !== "list" && e.kind !== "record") {
    const shape = shapeIn(scope, e);
    return constant(typeof known === "bigint" ? valueFor(known, settled(shape, wanted)) : known);
  }
  switch (e.kind) {
    case "numberLiteral":
      return constant(valueFor(e.value, settled(shapeIn(scope, e), wanted)));
    case "boolLiteral":
    case "stringLiteral":
      return constant(e.value);
    case "nameExpression":
      return compileName(scope, e);
    case "member":
      return compileMember(scope, e);
    case "index":
      return compileIndex(scope, e);
    case "slice":
      return compileSlice(scope, e);
    case "unary": {
      const shape = shapeIn(scope, e);
      return unaryEval(e.operator, compileExpression(scope, e.operand, shape), shape);
    }
    case "binary":
      return compileBinary(scope, e);
    case "conditional": {
      const condition = compileExpression(scope, e.condition);
      const [yes, no] = [e.whenTrue, e.whenFalse].map((part) =>
        compileExpression(scope, part, settled(shapeIn(scope, e), wanted)),
      );
      return withCode(
        () => (condition() === true ? yes!() : no!()),
        "expression",
        (to) => `(${to.value(condition)}?${to.value(yes!)}:${to.value(no!)})`,
      );
    }
    case "cast": {
      const to = shapeIn(scope, e);
      const from = shapeIn(scope, e.operand);
      if (to.kind === "node") return compileExpression(scope, e.operand, to);
      return castEval(compileExpression(scope, e.operand), from, to);
    }
    case "call": {
      const call = scope.c.rules.call(scope, e);
      return withCode(
        () => {
          const value = call();
          assert(value !== undefined, "a call in an expression gives a value");
          return value;
        },
        "expression",
        (to) => to.value(call),
      );
    }
    case "list":
    case "record":
      return compileParts(scope, e, wanted);
    case "invalid":
    case "defaultValue": {
      if (wanted === null) throw new UnsupportedError("the type of this value is not known here", e.span);
      const shape = wanted;
      return () => initialValue(shape);
    }
    default:
      throw new UnsupportedError(`${e.kind} is not a value`, e.span);
  }
}

/** A number without a width takes the one that is needed. */
const settled = (shape: Shape, wanted: Shape | null): Shape =>
  shape.kind === "integer" && wanted?.kind === "bits" ? wanted : shape;

function compileName(scope: Scope, e: Extract<Expression, { kind: "nameExpression" }>): Eval {
  const shape = shapeIn(scope, e);
  const place = compilePlace(scope, e);
  // the checker knows a number without a width by the width that it takes here
  if (place) return castInteger(placeEval(place), shapeOfPlace(place), shape);
  const binding = bindingOf(scope, e);
  if (binding?.kind === "value") return castInteger(constant(binding.value), binding.shape, shape);
  throw new UnsupportedError(`${e.name.text} has no value`, e.span);
}

const castInteger = (value: Eval, from: Shape, to: Shape): Eval =>
  from.kind === "integer" && to.kind === "bits" ? castEval(value, from, to) : value;

function compileMember(scope: Scope, e: Extract<Expression, { kind: "member" }>): Eval {
  const place = compilePlace(scope, e);
  if (place) return placeEval(place);
  const name = e.member.text;
  const subject = scope.c.checked.types.get(e.object);
  if (subject?.kind === "stack") {
    const stack = compileExpression(scope, e.object);
    const of = (): Node => stack() as Node;
    if (name === "size") return constant(valueFor(BigInt(subject.size), shapeIn(scope, e)));
    // before the first element it is the largest number of 32 bits
    if (name === "lastIndex") return () => (of().next - 1) >>> 0;
  }
  const object = compileExpression(scope, e.object);
  const shape = shapeIn(scope, e.object);
  assert(shape.kind === "node", `a member ${name} of something with parts`);
  const index = shape.fields.findIndex((field) => field.name === name);
  return withCode(
    () => (object() as Node).f[index]!,
    "expression",
    (to) => `${to.value(object)}.f[${index}]`,
  );
}

function compileIndex(scope: Scope, e: Extract<Expression, { kind: "index" }>): Eval {
  const place = compilePlace(scope, e);
  if (place) return placeEval(place);
  const object = compileExpression(scope, e.object);
  const index = compileExpression(scope, e.index);
  return () => (object() as Node).f[Number(index())]!;
}

function compileSlice(scope: Scope, e: Extract<Expression, { kind: "slice" }>): Eval {
  const object = compileExpression(scope, e.object);
  const from = shapeIn(scope, e.object);
  if (e.form === "range" || scope.c.checked.constants.has(e.high)) {
    const { low, width } = sliceBounds(scope, e);
    return sliceEval(object, from, low, width);
  }
  const to = shapeIn(scope, e);
  const low = compileExpression(scope, e.high);
  assert(from.kind === "bits" && to.kind === "bits", "slices are of numbers");
  const wide = isNarrow(from) ? () => BigInt(object() as number) : (object as () => bigint);
  return () => numberFor(BigInt.asUintN(from.width, wide()) >> BigInt(low() as number | bigint), to);
}

function compileBinary(scope: Scope, e: Extract<Expression, { kind: "binary" }>): Eval {
  const shape = shapeIn(scope, e);
  const [left, right] = [shapeIn(scope, e.left), shapeIn(scope, e.right)];
  // a number without a width has that of the other operand
  const sized = left.kind === "integer" ? right : left;
  const operand = sized.kind === "integer" && shape.kind === "bits" ? shape : sized;
  const takes = e.operator === "<<" || e.operator === ">>" || e.operator === "++" ? null : operand;
  const a = compileExpression(scope, e.left, takes ?? shape);
  const b = compileExpression(scope, e.right, takes);
  return binaryEval(e.operator, a, b, operand, right, shape);
}

/** `{a, b}` and `{x = a}`: a new node with copies. */
function compileParts(
  scope: Scope,
  e: Extract<Expression, { kind: "list" | "record" }>,
  wanted: Shape | null,
): Eval {
  const own = listShape(scope, e) ?? shapeIn(scope, e);
  const shape = wanted?.kind === "node" ? wanted : own;
  if (shape.kind !== "node") {
    if (e.kind === "list" && e.elements.length === 1) return compileExpression(scope, e.elements[0]!, shape);
    throw new UnsupportedError("the type of this list is not known here", e.span);
  }
  const parts = partsOf(e, shape).map(({ index, expression }) => ({
    index,
    value: compileExpression(scope, expression, shape.fields[index]?.shape ?? null),
  }));
  return () => {
    const values = parts.map(({ value }) => held(value()));
    const node = new Node(shape);
    if (shape.form === "header") node.valid = true;
    parts.forEach(({ index }, position) => {
      const value = values[position]!;
      const at = node.f[index];
      if (at instanceof Node && value instanceof Node) at.assign(value);
      else node.f[index] = value;
    });
    return node;
  };
}

/** A `list<T>`, which exists at compile time only, has as many parts as are written. */
function listShape(scope: Scope, e: Extract<Expression, { kind: "list" | "record" }>): NodeShape | null {
  const type = typeOf(scope, e);
  if (type.kind !== "listOf" || e.kind !== "list") return null;
  const shape = shapeOf(type.element);
  const fields = e.elements.map((_, index) => ({ name: String(index), shape }));
  return { kind: "node", form: "struct", name: "", fields };
}

function partsOf(
  e: Extract<Expression, { kind: "list" | "record" }>,
  shape: NodeShape,
): { index: number; expression: Expression }[] {
  if (e.kind === "list") return e.elements.map((expression, index) => ({ index, expression }));
  return e.fields.map(({ name, value }) => ({
    index: shape.fields.findIndex((field) => field.name === name.text),
    expression: value,
  }));
}
