import { memberPlace } from "../flow/cells.ts";
import type { NumberShape, Operator, Place, Value } from "../flow/flow.ts";
import { constant, operation, unknownValue } from "../lower/values.ts";
import { boolShape } from "../state/term.ts";
import type { Names } from "./names.ts";
import { type Bmv2Expression, type Bmv2Operand, bmv2Schemas } from "./schema.ts";

/** What an expression may refer to besides headers: the arguments of the action that it stands in. */
export type Scope = { names: Names; arguments: readonly Value[] };

/** Operators that mean the same in P4; results have no width, the compiler masks them. */
const sameOperators: Readonly<Record<string, Operator>> = {
  "+": "+",
  "-": "-",
  "*": "*",
  "/": "/",
  "%": "%",
  "<<": "<<",
  ">>": ">>",
  "&": "&",
  "|": "|",
  "^": "^",
  "~": "~",
  "==": "==",
  "!=": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  and: "&&",
  or: "||",
  not: "!",
};

/** Operators whose results wrap in P4: the mask around them is their width. */
const wrapping = new Set(["+", "-", "*", "<<", "~"]);

/** The value of an operand; an unknown where the paths need not know. */
export function operandValue(operand: Bmv2Operand | null | undefined, scope: Scope): Value {
  if (!operand) return unknownValue();
  const { type, value } = operand;
  switch (type) {
    case "hexstr":
      return typeof value === "string" ? constant(hex(value)) : unknownValue();
    case "bool":
      return constant(value === true);
    case "field":
      return readField(names(value), scope);
    case "stack_field": {
      const [stack = "", field = ""] = names(value);
      const place = memberPlace({ root: stack, steps: [{ kind: "last" }] }, field);
      return { kind: "read", place, shape: scope.names.elementShape(stack, field) };
    }
    case "runtime_data":
    case "local":
      return (typeof value === "number" ? scope.arguments[value] : undefined) ?? unknownValue();
    case "expression": {
      const inner = bmv2Schemas().expression.safeParse(value);
      if (inner.success) return operatorValue(inner.data, scope);
      const nested = operandOf(value);
      return nested ? operandValue(nested, scope) : unknownValue();
    }
    case "lookahead": {
      const bits = Array.isArray(value) && typeof value[1] === "number" ? value[1] : null;
      return unknownValue(bits === null ? boolShape : { bits, isSigned: false });
    }
    default:
      return unknownValue();
  }
}

/** The header that an operand names: `header`, or a dereferenced element of a stack. */
export function headerOf(operand: Bmv2Operand | null | undefined, scope: Scope): Place | null {
  if (!operand) return null;
  if (typeof operand.value === "string") return scope.names.header(operand.value);
  const inner = bmv2Schemas().expression.safeParse(operand.value);
  if (!inner.success) {
    const nested = operandOf(operand.value);
    return nested ? headerOf(nested, scope) : null;
  }
  const { op, left, right } = inner.data;
  if (op !== "dereference_header_stack" || typeof left?.value !== "string") return null;
  return { root: left.value, steps: [{ kind: "index", index: operandValue(right, scope) }] };
}

/** Header and field that an operand of type `field` or an expression `access_field` means; null for other operands. */
export function targetOf(
  operand: Bmv2Operand | null | undefined,
  scope: Scope,
): { place: Place; header: Place | null; shape: NumberShape } | null {
  if (!operand) return null;
  if (operand.type === "field") {
    const path = names(operand.value);
    const [header = ""] = path;
    return {
      place: scope.names.field(path),
      header: scope.names.isMetadata(header) ? null : scope.names.header(header),
      shape: scope.names.shape(path),
    };
  }
  const inner = bmv2Schemas().expression.safeParse(operand.value);
  if (inner.success && inner.data.op === "access_field") {
    const header = headerOf(inner.data.left, scope);
    const field = header && scope.names.elementField(header.root, inner.data.right?.value);
    return field ? { place: memberPlace(header, field.name), header, shape: field.shape } : null;
  }
  const nested = operandOf(operand.value);
  return nested ? targetOf(nested, scope) : null;
}

function operatorValue({ op, left, right, cond }: Bmv2Expression, scope: Scope): Value {
  switch (op) {
    case "d2b":
    case "data_to_bool": {
      const data = operandValue(right, scope);
      return data.kind === "valid" ? data : operation("!=", [data, constant(0n)]);
    }
    case "b2d":
    case "bool_to_data":
      return operation("?", [operandValue(right, scope), constant(1n), constant(0n)], {
        bits: 1,
        isSigned: false,
      });
    case "?":
      return operation("?", [
        operandValue(cond, scope),
        operandValue(left, scope),
        operandValue(right, scope),
      ]);
    case "valid": {
      const header = headerOf(right, scope);
      return header ? { kind: "valid", header } : unknownValue();
    }
    case "access_field": {
      const target = targetOf({ type: "expression", value: { op, left, right } }, scope);
      return target ? { kind: "read", place: target.place, shape: target.shape } : unknownValue();
    }
    case "last_stack_index":
      return typeof right?.value === "string"
        ? { kind: "lastIndex", stack: { root: right.value, steps: [] } }
        : unknownValue();
    case "two_comp_mod": {
      const width = operandValue(right, scope);
      const bits = width.kind === "constant" && typeof width.value === "bigint" ? Number(width.value) : null;
      return operation("cast", [operandValue(left, scope)], { bits, isSigned: true });
    }
    case "&": {
      const wrapped = wrappedOperation(left, right, scope);
      if (wrapped) return wrapped;
    }
  }
  const operator = sameOperators[op];
  if (operator === undefined) return unknownValue();
  const operands = left
    ? [operandValue(left, scope), operandValue(right, scope)]
    : [operandValue(right, scope)];
  return operation(operator, operands);
}

/** `(a + b) & 0xff` is an addition of 8 bits. */
function wrappedOperation(
  left: Bmv2Operand | null | undefined,
  right: Bmv2Operand | null | undefined,
  scope: Scope,
): Value | null {
  const mask = operandValue(right, scope);
  if (mask.kind !== "constant" || typeof mask.value !== "bigint") return null;
  const bits = mask.value.toString(2).length;
  if (mask.value !== (1n << BigInt(bits)) - 1n) return null;
  const inner = operandValue(left, scope);
  if (inner.kind !== "operation" || !wrapping.has(inner.operator)) return null;
  return { ...inner, shape: { bits, isSigned: false } };
}

function readField(path: readonly string[], scope: Scope): Value {
  const [header = "", field] = path;
  if (field === "$valid$") return { kind: "valid", header: scope.names.header(header) };
  return { kind: "read", place: scope.names.field(path), shape: scope.names.shape(path) };
}

/** `0x…`, with a sign in front when negative. */
export function hex(text: string): bigint {
  const negative = text.startsWith("-");
  const digits = negative ? text.slice(1) : text;
  try {
    const value = BigInt(digits);
    return negative ? -value : value;
  } catch {
    return 0n;
  }
}

const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];

function operandOf(value: unknown): Bmv2Operand | null {
  if (typeof value !== "object" || value === null || !("type" in value) || !("value" in value)) return null;
  return typeof value.type === "string" ? { type: value.type, value: value.value } : null;
}
