import type { CallExpression } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";
import { describeType } from "../type/describeType.ts";
import type { Type } from "../type/type.ts";
import { sizeOf } from "./builtinCalls.ts";
import type { ResolvedCall } from "./resolvedCall.ts";

/** What the language itself demands of calls into core.p4 (P4_16 1.2.5, 12.8 and 12.7), beyond their declarations. */
export function checkCoreCall(c: CheckContext, e: CallExpression, call: ResolvedCall): void {
  if (call.kind === "externFunction") {
    const name = call.declaration.name.text;
    if (name === "verify" && c.place.kind !== "parser") {
      c.reporter.error("p4-call-place", "'verify' can be called only in a parser", e.span);
    }
    const check = call.bindings[0]?.argument?.value;
    if (name === "static_assert" && check !== undefined && c.constants.get(check) === false) {
      const reason = call.bindings[1]?.argument?.value;
      const text = reason?.kind === "stringLiteral" ? `: ${reason.value}` : "";
      c.reporter.error("p4-range", `this static assertion does not hold${text}`, e.span);
    }
  }
  if (call.kind !== "externMethod" || call.extern.name.text !== "packet_in") return;
  if (call.method.name.text === "extract") checkExtract(c, e, call.bindings.length === 2);
  if (call.method.name.text === "lookahead") checkLookahead(c, e);
}

function checkLookahead(c: CheckContext, e: CallExpression): void {
  const [node] = e.typeArguments;
  const type = node === undefined ? undefined : c.types.get(node);
  if (node === undefined || type === undefined || !isConcrete(type) || isFixed(type)) return;
  const message = `'lookahead' needs a type of fixed width, but this is ${describeType(type)}`;
  c.reporter.error("p4-type-mismatch", message, node.span);
}

/** Does every value of the type have the same, known number of bits? */
function isFixed(type: Type): boolean {
  const least = sizeOf(type, true);
  return least === null ? type.kind === "struct" : least === sizeOf(type, false);
}

function checkExtract(c: CheckContext, e: CallExpression, hasSize: boolean): void {
  const value = e.arguments[0]?.value;
  const type = value === undefined ? undefined : c.types.get(value);
  if (value === undefined || type === undefined || !isConcrete(type)) return;
  if (type.kind !== "struct" || type.form !== "header") {
    c.reporter.error(
      "p4-type-mismatch",
      `'extract' needs a header, but this is ${describeType(type)}`,
      value.span,
    );
    return;
  }
  const varbits = [...type.fields.values()].filter((field) => field.type.kind === "varbits");
  const hasVarbit = varbits.length > 0;
  if (varbits.length > 1) {
    c.reporter.error(
      "p4-type-mismatch",
      `${describeType(type)} has several varbit fields and cannot be extracted; split it into two headers`,
      value.span,
    );
    return;
  }
  if (hasVarbit === hasSize) return;
  const message = hasSize
    ? `${describeType(type)} has no varbit field; extract it without a size`
    : `${describeType(type)} has a varbit field; give its size in bits as the second argument`;
  c.reporter.error("p4-arguments", message, e.span);
}

const isConcrete = (type: Type): boolean => !["unknown", "any", "typeVariable"].includes(type.kind);
