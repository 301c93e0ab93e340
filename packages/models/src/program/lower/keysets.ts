import type { Expression } from "../../p4/index.ts";
import type { Value } from "../flow/flow.ts";
import { constant, lowerValue, operation, type Scope, typeOf, unknownValue } from "./values.ts";

/** Whether `subjects` are in `keyset`, as a value; null when they always are. */
export function lowerKeyset(keyset: Expression, subjects: readonly Value[], scope: Scope): Value | null {
  const elements = keyset.kind === "keysetTuple" ? keyset.elements : [keyset];
  if (keyset.kind === "default" || keyset.kind === "dontCare") return null;
  const tests = elements.flatMap((element, index) => {
    const subject = subjects[index];
    const test = subject ? lowerElement(element, subject, scope) : null;
    return test ? [test] : [];
  });
  return tests.length === 0 ? null : tests.reduce((a, b) => operation("&&", [a, b]));
}

function lowerElement(element: Expression, subject: Value, scope: Scope): Value | null {
  switch (element.kind) {
    case "default":
    case "dontCare":
      return null;
    case "mask":
      return operation("match", [subject, lowerValue(element.value, scope), lowerValue(element.mask, scope)]);
    case "range":
      return operation("&&", [
        operation(">=", [subject, lowerValue(element.low, scope)]),
        operation("<=", [subject, lowerValue(element.high, scope)]),
      ]);
    default: {
      // a value set is filled at run time
      if (typeOf(scope, element).kind === "set" && element.kind === "nameExpression") {
        const known = scope.builder.checked.constants.get(element);
        if (known === undefined) return unknownValue();
        return operation("==", [subject, constant(known)]);
      }
      return operation("==", [subject, lowerValue(element, scope)]);
    }
  }
}
