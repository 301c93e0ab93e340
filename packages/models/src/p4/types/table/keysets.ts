import type { P4Code } from "../../codes.ts";
import type { Expression, KeysetTuple, ListExpression } from "../../tree/index.ts";
import { walk } from "../../visit.ts";
import type { ResolvedCall } from "../call/resolvedCall.ts";
import type { CheckContext } from "../context.ts";
import { coerce } from "../expression/coerce.ts";
import { isOpen } from "../type/sameType.ts";
import type { Type } from "../type/type.ts";

/** Checks one case of a select or one table entry against the types it matches; `what` names the matched side. */
export function checkKeyset(
  c: CheckContext,
  keyset: Expression,
  types: readonly Type[],
  code: P4Code,
  what: string,
): void {
  const isList = keyset.kind === "list" && keyset.elements.length === types.length;
  if (keyset.kind === "keysetTuple" || isList) {
    c.types.set(keyset, { kind: "any" });
    checkTuple(c, keyset, types, code, what);
    return;
  }
  if (keyset.kind === "default" || keyset.kind === "dontCare") {
    c.rules.expression(c, keyset);
    return;
  }
  const [only] = types;
  if (types.length === 1 && only !== undefined) {
    checkElement(c, keyset, only);
    return;
  }
  const type = c.rules.expression(c, keyset);
  const isWhole =
    type.kind === "set" || type.kind === "sequence" || type.kind === "tuple" || type.kind === "struct";
  if (isOpen(type) || isWhole) return;
  c.reporter.error(code, `${what} has ${types.length} elements; write (…, …) with as many`, keyset.span);
}

function checkTuple(
  c: CheckContext,
  keyset: KeysetTuple | ListExpression,
  types: readonly Type[],
  code: P4Code,
  what: string,
): void {
  if (keyset.elements.length !== types.length) {
    const message = `${what} has ${types.length} element${types.length === 1 ? "" : "s"}, but this has ${keyset.elements.length}`;
    c.reporter.error(code, message, keyset.span);
  }
  keyset.elements.forEach((element, i) => {
    const type = types[i];
    if (type === undefined) c.rules.expression(c, element);
    else checkElement(c, element, type);
  });
}

function checkElement(c: CheckContext, e: Expression, expected: Type): void {
  const type = c.rules.expression(c, e, expected);
  reportCall(c, e);
  if (type.kind === "set") {
    // a value set of structs matches its fields; it stands for the whole key set
    if (type.element.kind === "struct" || isOpen(type.element)) return;
    const element = expected.kind === "enum" ? (expected.underlying ?? expected) : expected;
    coerce(c, e, type.element, element, "this key set");
    c.types.set(e, type);
    return;
  }
  coerce(c, e, type, expected, "this key set");
}

const RUN_CALLS = new Set<ResolvedCall["kind"]>(["action", "externFunction", "externMethod", "function"]);

/** What a key set matches must stand before the packet is looked at, or in variables. */
function reportCall(c: CheckContext, e: Expression): void {
  walk(e, (node) => {
    if (node.kind !== "call") return;
    const call = c.calls.get(node);
    if (call === undefined || !RUN_CALLS.has(call.kind)) return;
    const message = "a key set cannot call anything; put the result into a variable before";
    c.reporter.error("p4-call-place", message, node.span);
  });
}
