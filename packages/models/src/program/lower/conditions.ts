import type { Expression } from "../../p4/index.ts";
import type { Exits, FlowBuilder } from "./builder.ts";
import { isSimpleCall, lowerSimpleCall } from "./externs.ts";
import type { Frame } from "./frame.ts";
import { type Hoisted, hasCalls, hoistCalls } from "./hoist.ts";
import { lowerValue, type Scope } from "./values.ts";

/** Puts the calls of `hoisted` before `next`; the id of the first node. */
export function prependCalls(hoisted: Hoisted, scope: Scope, exits: Exits, next: string): string {
  let entry = next;
  for (const expression of [...hoisted.calls].reverse()) {
    const call = scope.builder.checked.calls.get(expression);
    if (!call) continue;
    if (isSimpleCall(call)) {
      entry = scope.builder.add(scope.frame.group, {
        kind: "statements",
        label: "call",
        span: expression.span,
        operations: lowerSimpleCall(expression, call, scope),
        ways: [{ to: entry, label: "", guard: null }],
      });
    } else {
      entry = scope.builder.rules.call(expression, call, scope, { ...exits, next: entry });
    }
  }
  return entry;
}

/** A test that goes to `whenTrue` or `whenFalse`; `&&` and `||` are split when their right side carries out calls. */
export function lowerCondition(
  condition: Expression,
  frame: Frame,
  exits: Exits,
  whenTrue: string,
  whenFalse: string,
  builder: FlowBuilder,
): string {
  if (condition.kind === "binary" && (condition.operator === "&&" || condition.operator === "||")) {
    if (hasCalls(condition.right, builder)) {
      const right = lowerCondition(condition.right, frame, exits, whenTrue, whenFalse, builder);
      return condition.operator === "&&"
        ? lowerCondition(condition.left, frame, exits, right, whenFalse, builder)
        : lowerCondition(condition.left, frame, exits, whenTrue, right, builder);
    }
  }
  const hoisted = hoistCalls([condition], frame, builder);
  const scope: Scope = { builder, frame, results: hoisted.results };
  const test = builder.add(frame.group, {
    kind: "condition",
    label: builder.textOf(condition.span),
    span: condition.span,
    ways: [
      { to: whenTrue, label: "true", guard: lowerValue(condition, scope) },
      { to: whenFalse, label: "false", guard: null },
    ],
  });
  return prependCalls(hoisted, scope, exits, test);
}
