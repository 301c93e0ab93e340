import type { Span } from "../../core/index.ts";
import type { AssignmentStatement, BinaryOperator, Expression, Type } from "../../p4/index.ts";
import { memberPlace, stepPlace } from "../flow/cells.ts";
import type { Operation, Passing, Place, Value } from "../flow/flow.ts";
import { isExternResult } from "./flowNodes.ts";
import { isHeader, shapeOf } from "./storageBuilder.ts";
import {
  constant,
  lowerPlace,
  lowerValue,
  operation,
  owningHeader,
  partWritten,
  readPlace,
  type Scope,
  typeOf,
  unknownValue,
} from "./values.ts";

/** Where an assigned value comes from: an expression, another variable, or nowhere that we know. */
type Source =
  | { kind: "expression"; expression: Expression }
  | { kind: "place"; place: Place }
  | { kind: "unknown"; isUnset?: true };

export function lowerAssignment(statement: AssignmentStatement, scope: Scope): Operation[] {
  const { target, operator, value, span } = statement;
  if (operator === "=") return assign(target, { kind: "expression", expression: value }, span, scope);
  const place = lowerPlace(target, scope);
  if (!place) return [];
  const shape = shapeOf(typeOf(scope, target));
  const combined = operation(
    assignedOperator(operator),
    [lowerValue(target, scope), lowerValue(value, scope)],
    shape,
  );
  return [assignScalar(target, place, combined, span, scope)];
}

/** Writes something unknown into `target`, as an extern does with an `out` argument. */
export const assignUnknown = (target: Expression, span: Span, scope: Scope): Operation[] =>
  assign(target, { kind: "unknown" }, span, scope);

/** Writes `source` into the variable at `place`, which is not part of a header. */
export function assignVariable(
  place: Place,
  type: Type,
  value: Expression | null,
  span: Span,
  scope: Scope,
): Operation[] {
  const source: Source = value
    ? { kind: "expression", expression: value }
    : { kind: "unknown", isUnset: true };
  return assignPlace(place, null, type, source, span, scope);
}

/** Writes the variable at `source`, of the same type, into that at `place`. */
export const copyVariable = (
  place: Place,
  source: Place,
  type: Type,
  span: Span,
  scope: Scope,
): Operation[] => assignPlace(place, null, type, { kind: "place", place: source }, span, scope);

/** The same as a call does it, which counts nothing. */
export const passVariable = (
  place: Place,
  source: Place,
  type: Type,
  passing: Passing,
  span: Span,
  scope: Scope,
): Operation[] =>
  copyVariable(place, source, type, span, scope).map((each) =>
    each.kind === "copy" ? { ...each, passing } : each,
  );

function assign(target: Expression, source: Source, span: Span, scope: Scope): Operation[] {
  const place = lowerPlace(target, scope);
  if (!place) return [];
  if (target.kind === "slice") {
    const value = source.kind === "expression" ? lowerValue(source.expression, scope) : null;
    return [assignScalar(target, place, mergeSlice(target, value, scope), span, scope)];
  }
  return assignPlace(place, owningHeader(target, scope), typeOf(scope, target), source, span, scope);
}

function assignScalar(target: Expression, place: Place, value: Value, span: Span, scope: Scope): Operation {
  return { kind: "assign", target: place, header: owningHeader(target, scope), value, span };
}

function assignPlace(
  place: Place,
  owner: Place | null,
  type: Type,
  source: Source,
  span: Span,
  scope: Scope,
): Operation[] {
  if (type.kind === "stack") {
    return Array.from({ length: type.size }, (_, index) => {
      const at = (stack: Place): Place => stepPlace(stack, { kind: "index", index: constant(BigInt(index)) });
      return assignPlace(at(place), null, type.element, narrow(source, at, index, null, scope), span, scope);
    }).flat();
  }
  if (type.kind !== "struct") {
    return [{ kind: "assign", target: place, header: owner, value: sourceValue(source, type, scope), span }];
  }
  if (type.form === "header") {
    const from = sourcePlace(source, scope);
    if (from && isExternResult(from)) {
      const fields = [...type.fields.values()].flatMap(({ name, type: each }) =>
        copyVariable(memberPlace(place, name), memberPlace(from, name), each, span, scope),
      );
      return [{ kind: "extract", header: place, span, isMachine: true }, ...fields];
    }
    if (from) return [{ kind: "copy", target: place, source: from, span }];
    if (source.kind === "expression" && withoutCasts(source.expression).kind === "invalid") {
      return [{ kind: "setInvalid", header: place, span }];
    }
  }
  const fields = [...type.fields.values()].flatMap((field, index) =>
    assignPlace(
      memberPlace(place, field.name),
      isHeader(type) ? place : owner,
      field.type,
      narrow(source, (at) => memberPlace(at, field.name), index, field.name, scope),
      span,
      scope,
    ),
  );
  return type.form === "header" ? [{ kind: "setValid", header: place, span }, ...fields] : fields;
}

const withoutCasts = (e: Expression): Expression => (e.kind === "cast" ? withoutCasts(e.operand) : e);

/** The part of `source` that goes into one field or element. */
function narrow(
  source: Source,
  at: (place: Place) => Place,
  index: number,
  name: string | null,
  scope: Scope,
): Source {
  const place = sourcePlace(source, scope);
  if (place) return { kind: "place", place: at(place) };
  if (source.kind !== "expression") return source;
  const part = partWritten(source.expression, index, name, scope);
  return part ? { kind: "expression", expression: part } : { kind: "unknown" };
}

function sourcePlace(source: Source, scope: Scope): Place | null {
  if (source.kind === "place") return source.place;
  return source.kind === "expression" ? lowerPlace(source.expression, scope) : null;
}

function sourceValue(source: Source, type: Type, scope: Scope): Value {
  if (source.kind === "place") return readPlace(source.place, shapeOf(type));
  if (source.kind === "expression") return lowerValue(source.expression, scope);
  return { ...unknownValue(shapeOf(type)), ...(source.isUnset ? { isUnset: true } : {}) };
}

/** The whole number after some of its bits are replaced; unknown when the bounds are not constants. */
function mergeSlice(
  target: Extract<Expression, { kind: "slice" }>,
  value: Value | null,
  scope: Scope,
): Value {
  const shape = shapeOf(typeOf(scope, target.object));
  const first = lowerValue(target.high, scope);
  const second = lowerValue(target.low, scope);
  if (!value || first.kind !== "constant" || second.kind !== "constant") return unknownValue(shape);
  if (typeof first.value !== "bigint" || typeof second.value !== "bigint") return unknownValue(shape);
  const low = target.form === "range" ? second.value : first.value;
  const width = target.form === "range" ? first.value - second.value + 1n : second.value;
  const mask = ((1n << width) - 1n) << low;
  const kept = operation("&", [lowerValue(target.object, scope), constant(~mask)], shape);
  const moved = operation("<<", [operation("cast", [value], shape), constant(low)], shape);
  return operation("|", [kept, operation("&", [moved, constant(mask)], shape)], shape);
}

function assignedOperator(operator: AssignmentStatement["operator"]): Exclude<BinaryOperator, "++"> {
  switch (operator) {
    case "+=":
      return "+";
    case "-=":
      return "-";
    case "|+|=":
      return "|+|";
    case "|-|=":
      return "|-|";
    case "*=":
      return "*";
    case "/=":
      return "/";
    case "%=":
      return "%";
    case "<<=":
      return "<<";
    case ">>=":
      return ">>";
    case "&=":
      return "&";
    case "^=":
      return "^";
    default:
      return "|";
  }
}
