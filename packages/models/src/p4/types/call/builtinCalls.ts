import type { CallExpression, MemberExpression } from "../../tree/index.ts";
import { BOOL, type CheckContext, INTEGER, mismatch, VOID } from "../context.ts";
import { unassignable } from "../expression/assignable.ts";
import type { Type } from "../type/type.ts";
import type { BuiltinMethod } from "./resolvedCall.ts";

const WRITES = new Set<BuiltinMethod>(["setValid", "setInvalid", "push_front", "pop_front"]);

/** A call of a method that P4 gives to headers, unions, stacks and values. */
export function callBuiltin(
  c: CheckContext,
  e: CallExpression,
  callee: MemberExpression,
  object: Type,
  method: BuiltinMethod,
): Type {
  c.calls.set(e, { kind: "builtin", method, object: callee.object });
  const takes = method === "push_front" || method === "pop_front" ? 1 : 0;
  for (const argument of e.arguments) {
    const type = c.rules.expression(c, argument.value);
    if (takes === 1 && type.kind !== "integer" && type.kind !== "bits") {
      mismatch(c, `the argument of '${method}'`, "a number", type, argument.span);
    } else if (takes === 1 && c.constants.get(argument.value) === undefined && type.kind !== "unknown") {
      c.reporter.error(
        "p4-not-constant",
        `the argument of '${method}' must be known at compile time; write a number or a const`,
        argument.span,
      );
    }
  }
  if (e.arguments.length !== takes) {
    const message = `'${method}' takes ${takes === 0 ? "no arguments" : "1 argument"}, but got ${e.arguments.length}`;
    c.reporter.error("p4-arguments", message, e.span);
  }
  if (WRITES.has(method)) {
    const reason = unassignable(c, callee.object);
    if (reason !== null) {
      c.reporter.error(
        "p4-not-assignable",
        `'${method}' writes its header, but that cannot be written: ${reason}`,
        e.span,
      );
    }
    return VOID;
  }
  if (method === "isValid") return BOOL;
  const size = sizeOf(object.kind === "typeName" ? object.type : object, method.startsWith("min"));
  if (size !== null && Number.isSafeInteger(size))
    c.constants.set(e, BigInt(method.endsWith("Bytes") ? Math.ceil(size / 8) : size));
  return INTEGER;
}

/** Size in bits (P4_16 1.2.5, 9.1): a varbit and an invalid union member count nothing in the minimum. */
export function sizeOf(type: Type, isMinimum: boolean): number | null {
  const sum = (sizes: (number | null)[]): number | null =>
    sizes.reduce<number | null>((a, b) => (a === null || b === null ? null : a + b), 0);
  switch (type.kind) {
    case "bits":
      return type.width;
    case "bool":
      return 1;
    case "varbits":
      return isMinimum ? 0 : type.width;
    case "enum":
      return type.underlying === null ? null : sizeOf(type.underlying, isMinimum);
    case "newtype":
      return sizeOf(type.base, isMinimum);
    case "stack": {
      const one = sizeOf(type.element, isMinimum);
      return one === null ? null : one * type.size;
    }
    case "tuple":
      return sum(type.elements.map((element) => sizeOf(element, isMinimum)));
    case "struct": {
      const sizes = [...type.fields.values()].map((field) => sizeOf(field.type, isMinimum));
      if (type.form !== "headerUnion") return sum(sizes);
      const known = sizes.filter((size) => size !== null);
      if (known.length < sizes.length || known.length === 0) return null;
      return isMinimum ? Math.min(...known) : Math.max(...known);
    }
    default:
      return null;
  }
}
