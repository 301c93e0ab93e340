import type { BinaryOperator, Expression, MemberExpression, Type } from "../../p4/index.ts";
import { memberPlace, stepPlace } from "../flow/cells.ts";
import type { NumberShape, Operator, Place, Value } from "../flow/flow.ts";
import { boolShape } from "../state/term.ts";
import type { CallScope } from "./builder.ts";
import { findBinding, unknownType } from "./frame.ts";
import { isHeader, shapeOf } from "./storageBuilder.ts";

export type Scope = CallScope;

export const constant = (value: bigint | boolean | string): Value => ({ kind: "constant", value });
export const unknownValue = (shape: NumberShape = boolShape): Value => ({ kind: "unknown", shape });
export const readPlace = (place: Place, shape: NumberShape = boolShape): Value => ({
  kind: "read",
  place,
  shape,
});
export const operation = (operator: Operator, operands: Value[], shape: NumberShape = boolShape): Value => ({
  kind: "operation",
  operator,
  operands,
  shape,
});

export const typeOf = (scope: Scope, expression: Expression): Type =>
  scope.builder.checked.types.get(expression) ?? unknownType;

/** The place that an expression names, or null when it is not a variable or a part of one. */
export function lowerPlace(expression: Expression, scope: Scope): Place | null {
  switch (expression.kind) {
    case "nameExpression": {
      const declaration = scope.builder.checked.references.get(expression.name);
      const binding = declaration ? findBinding(scope.frame, declaration) : null;
      return binding?.kind === "place" ? binding.place : null;
    }
    case "member": {
      const object = lowerPlace(expression.object, scope);
      if (!object) return null;
      if (typeOf(scope, expression.object).kind === "stack") {
        if (expression.member.text === "next" || expression.member.text === "last")
          return stepPlace(object, { kind: expression.member.text });
        return null;
      }
      return memberPlace(object, expression.member.text);
    }
    case "index": {
      const object = lowerPlace(expression.object, scope);
      if (!object || typeOf(scope, expression.object).kind !== "stack") return null;
      return stepPlace(object, { kind: "index", index: lowerValue(expression.index, scope) });
    }
    case "slice":
      return lowerPlace(expression.object, scope);
    case "call":
      return scope.results.get(expression)?.value ?? null;
    default:
      return null;
  }
}

/** The header that a field expression writes into, null outside headers. */
export function owningHeader(expression: Expression, scope: Scope): Place | null {
  let at: Expression = expression;
  while (at.kind === "member" || at.kind === "index" || at.kind === "slice") {
    if (isHeader(typeOf(scope, at.object))) return lowerPlace(at.object, scope);
    at = at.object;
  }
  if (at.kind !== "nameExpression") return null;
  // a parameter may stand for a field
  const declaration = scope.builder.checked.references.get(at.name);
  const binding = declaration ? findBinding(scope.frame, declaration) : null;
  return binding?.kind === "place" ? (binding.header ?? null) : null;
}

/** An expression as a value without side effects; calls in it have been carried out before (`scope.results`). */
export function lowerValue(expression: Expression, scope: Scope): Value {
  const type = typeOf(scope, expression);
  const shape = shapeOf(type);
  const early = expression.kind === "call" ? null : scope.results.get(expression)?.value;
  if (early) return readPlace(early, shape);
  if (expression.kind === "member") return lowerMember(expression, scope, shape);
  const known = scope.builder.checked.constants.get(expression);
  if (known !== undefined && typeof known !== "string") return constant(known);
  switch (expression.kind) {
    case "numberLiteral":
    case "boolLiteral":
    case "stringLiteral":
      return constant(expression.value);
    case "nameExpression": {
      const declaration = scope.builder.checked.references.get(expression.name);
      const binding = declaration ? findBinding(scope.frame, declaration) : null;
      if (binding?.kind === "value") return binding.value;
      if (binding?.kind === "place") return readPlace(binding.place, shape);
      if (declaration?.kind === "constant") return lowerValue(declaration.value, scope);
      return unknownValue(shape);
    }
    case "index": {
      const place = lowerPlace(expression, scope);
      return place ? readPlace(place, shape) : unknownValue(shape);
    }
    case "call":
      return lowerResult(expression, scope, shape);
    case "slice":
      return lowerSlice(expression, scope, shape);
    case "unary": {
      const operand = lowerValue(expression.operand, scope);
      if (expression.operator === "+") return operand;
      const operator = expression.operator === "-" ? "negate" : expression.operator;
      return operation(operator, [operand], shape);
    }
    case "binary":
      return lowerBinary(expression.operator, expression.left, expression.right, scope, shape);
    case "conditional":
      return operation(
        "?",
        [expression.condition, expression.whenTrue, expression.whenFalse].map((each) =>
          lowerValue(each, scope),
        ),
        shape,
      );
    case "cast":
      return lowerCast(expression, type, scope, shape);
    default:
      return unknownValue(shape);
  }
}

/**
 * Truth values and single bits change into each other by a test and a choice: the evaluator knows no numbers as truth
 * values.
 */
function lowerCast(
  expression: Extract<Expression, { kind: "cast" }>,
  type: Type,
  scope: Scope,
  shape: NumberShape,
): Value {
  const operand = lowerValue(expression.operand, scope);
  const fromBool = isBool(typeOf(scope, expression.operand));
  if (isBool(type)) return fromBool ? operand : operation("==", [operand, constant(1n)]);
  return fromBool
    ? operation("?", [operand, constant(1n), constant(0n)], shape)
    : operation("cast", [operand], shape);
}

const isBool = (type: Type): boolean =>
  type.kind === "bool" || (type.kind === "newtype" && isBool(type.base));

function lowerResult(
  expression: Extract<Expression, { kind: "call" }>,
  scope: Scope,
  shape: NumberShape,
): Value {
  const call = scope.builder.checked.calls.get(expression);
  if (call?.kind === "builtin" && call.method === "isValid") {
    const header = lowerPlace(call.object, scope);
    return header ? { kind: "valid", header } : unknownValue(shape);
  }
  const place = scope.results.get(expression)?.value;
  return place ? readPlace(place, shape) : unknownValue(shape);
}

function lowerMember(expression: MemberExpression, scope: Scope, shape: NumberShape): Value {
  const { object, member } = expression;
  if (object.kind === "call") {
    const result = scope.results.get(object);
    if (member.text === "hit" && result?.hit) return readPlace(result.hit);
    if (member.text === "miss" && result?.hit) return operation("!", [readPlace(result.hit)]);
    if (member.text === "action_run" && result?.action) return readPlace(result.action);
  }
  const declaration = scope.builder.checked.references.get(member);
  if (declaration?.kind === "errorMember") return constant(`error.${member.text}`);
  if (declaration?.kind === "enumMember") {
    return declaration.value
      ? lowerValue(declaration.value, scope)
      : constant(`${shapeName(scope, expression)}.${member.text}`);
  }
  const known = scope.builder.checked.constants.get(expression);
  if (known !== undefined && typeof known !== "string") return constant(known);
  const stack = typeOf(scope, object);
  if (stack.kind === "stack") {
    if (member.text === "size") return constant(BigInt(stack.size));
    const place = lowerPlace(object, scope);
    if (member.text === "lastIndex" && place) return { kind: "lastIndex", stack: place };
  }
  const place = lowerPlace(expression, scope);
  return place ? readPlace(place, shape) : unknownValue(shape);
}

function shapeName(scope: Scope, expression: Expression): string {
  const type = typeOf(scope, expression);
  return type.kind === "enum" ? type.declaration.name.text : type.kind;
}

function lowerSlice(
  expression: Extract<Expression, { kind: "slice" }>,
  scope: Scope,
  shape: NumberShape,
): Value {
  const object = lowerValue(expression.object, scope);
  const first = lowerValue(expression.high, scope);
  const second = lowerValue(expression.low, scope);
  if (expression.form === "range") return operation("slice", [object, first, second], shape);
  const high = operation("-", [operation("+", [first, second]), constant(1n)]);
  return operation("slice", [object, high, first], shape);
}

/** What is written for one field or element in `expression`, also where that names a constant; null: nothing is. */
export function partWritten(
  expression: Expression,
  index: number,
  name: string | null,
  scope: Scope,
): Expression | null {
  switch (expression.kind) {
    case "cast":
      return partWritten(expression.operand, index, name, scope);
    case "list":
      return expression.elements[index] ?? null;
    case "record":
      return expression.fields.find((each) => each.name.text === name)?.value ?? null;
    case "nameExpression": {
      const declaration = scope.builder.checked.references.get(expression.name);
      return declaration?.kind === "constant" ? partWritten(declaration.value, index, name, scope) : null;
    }
    default:
      return null;
  }
}

/** A side of a comparison: a variable, or what is written. */
type Side = { place: Place } | { expression: Expression };

const sideOf = (expression: Expression, scope: Scope): Side => {
  const place = lowerPlace(expression, scope);
  return place ? { place } : { expression };
};

function fieldOfSide(side: Side, name: string, index: number, scope: Scope): Side | null {
  if ("place" in side) return { place: memberPlace(side.place, name) };
  const part = partWritten(side.expression, index, name, scope);
  return part && sideOf(part, scope);
}

const sideValue = (side: Side, shape: NumberShape, scope: Scope): Value =>
  "place" in side ? readPlace(side.place, shape) : lowerValue(side.expression, scope);

/**
 * Whether two sides of a type are equal: field by field; headers when both are not valid, or both are and agree. Null
 * where a side cannot be taken apart.
 */
function equalParts(a: Side, b: Side, type: Type, scope: Scope): Value | null {
  if (type.kind !== "struct") {
    const shape = shapeOf(type);
    return operation("==", [sideValue(a, shape, scope), sideValue(b, shape, scope)]);
  }
  let fields: Value = constant(true);
  for (const [index, field] of [...type.fields.values()].entries()) {
    const [one, two] = [a, b].map((side) => fieldOfSide(side, field.name, index, scope));
    const equal = one && two ? equalParts(one, two, field.type, scope) : null;
    if (!equal) return null;
    fields = operation("&&", [fields, equal]);
  }
  if (type.form !== "header") return fields;
  const [one, two] = [a, b].map(
    (side): Value => ("place" in side ? { kind: "valid", header: side.place } : constant(true)),
  );
  if (!one || !two) return fields;
  const valid = operation("&&", [one, two]);
  return operation("||", [operation("&&", [valid, fields]), operation("!", [operation("||", [one, two])])]);
}

/** `left operator right`; concatenation becomes shift and or, whose operands keep their widths. */
function lowerBinary(
  operator: BinaryOperator,
  left: Expression,
  right: Expression,
  scope: Scope,
  shape: NumberShape,
): Value {
  if (operator === "==" || operator === "!=") {
    const type = typeOf(scope, left);
    const equal =
      type.kind === "struct" ? equalParts(sideOf(left, scope), sideOf(right, scope), type, scope) : null;
    if (equal) return operator === "==" ? equal : operation("!", [equal]);
  }
  const a = lowerValue(left, scope);
  const b = lowerValue(right, scope);
  if (operator !== "++") return operation(operator, [a, b], shape);
  const width = shapeOf(typeOf(scope, right)).bits;
  if (width === null) return unknownValue(shape);
  const unsigned = (value: Value, bits: number | null): Value =>
    operation("cast", [operation("cast", [value], { bits, isSigned: false })], shape);
  const high = operation(
    "<<",
    [unsigned(a, shapeOf(typeOf(scope, left)).bits), constant(BigInt(width))],
    shape,
  );
  return operation("|", [high, unsigned(b, width)], shape);
}
