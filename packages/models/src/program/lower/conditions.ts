import type { Expression } from "../../p4/index.ts";
import { assignVariable } from "./assignments.ts";
import type { Exits, FlowBuilder } from "./builder.ts";
import { isSimpleCall, lowerSimpleCall } from "./externs.ts";
import type { Frame } from "./frame.ts";
import { type Hoisted, hasCalls, hoistCalls, type LazyExpression } from "./hoist.ts";
import { constant, lowerValue, type Scope, typeOf } from "./values.ts";

/** Puts what `hoisted` carries out before `next`; the id of the first node. */
export function prependCalls(hoisted: Hoisted, scope: Scope, exits: Exits, next: string): string {
  let entry = next;
  hoisted.steps.toReversed().forEach((step, position) => {
    const { expression } = step;
    if (step.kind === "lazy") {
      entry = lowerLazy(step.expression, scope, { ...exits, next: entry });
      return;
    }
    const call = step.kind === "call" ? scope.builder.checked.calls.get(step.expression) : undefined;
    if (step.kind === "call" && !call) return;
    if (step.kind === "call" && call && !isSimpleCall(call)) {
      entry = scope.builder.rules.call(step.expression, call, scope, { ...exits, next: entry });
      return;
    }
    const operations =
      step.kind === "call" && call && isSimpleCall(call)
        ? lowerSimpleCall(step.expression, call, scope)
        : readOperations(expression, scope, withoutLater(hoisted, hoisted.steps.length - 1 - position));
    entry = scope.builder.add(scope.frame.group, {
      kind: "statements",
      label: call ? "call" : "read",
      span: expression.span,
      operations,
      ways: [{ to: entry, label: "", guard: null }],
    });
  });
  return entry;
}

/** The results that are there when step `index` is carried out: not its own. */
export function withoutLater({ steps, results }: Hoisted, index: number): Scope["results"] {
  const before = new Map(results);
  for (const { expression } of steps.slice(index)) before.delete(expression);
  return before;
}

export function readOperations(expression: Expression, scope: Scope, results: Scope["results"]) {
  const place = scope.results.get(expression)?.value;
  const before = { ...scope, results };
  return place ? assignVariable(place, typeOf(scope, expression), expression, expression.span, before) : [];
}

/** `a && b`, `a || b`, `c ? x : y` as branches that leave the value in a variable. */
function lowerLazy(expression: LazyExpression, scope: Scope, exits: Exits): string {
  const { builder, frame } = scope;
  const place = scope.results.get(expression)?.value;
  if (!place) return exits.next;
  const { span } = expression;
  if (expression.kind === "conditional") {
    const [whenTrue, whenFalse] = [expression.whenTrue, expression.whenFalse].map((value) => {
      const hoisted = hoistCalls([value], frame, builder);
      const inner: Scope = { builder, frame, results: hoisted.results };
      const own = builder.add(frame.group, {
        kind: "statements",
        label: "value",
        span: value.span,
        operations: assignVariable(place, typeOf(scope, expression), value, value.span, inner),
        ways: [{ to: exits.next, label: "", guard: null }],
      });
      return prependCalls(hoisted, inner, exits, own);
    });
    return lowerCondition(expression.condition, frame, exits, whenTrue ?? "", whenFalse ?? "", builder);
  }
  const [whenTrue = "", whenFalse = ""] = [true, false].map((truth) =>
    builder.add(frame.group, {
      kind: "statements",
      label: String(truth),
      span,
      operations: [{ kind: "assign", target: place, header: null, value: constant(truth), span }],
      ways: [{ to: exits.next, label: "", guard: null }],
    }),
  );
  return lowerCondition(expression, frame, exits, whenTrue, whenFalse, builder);
}

/** A test that goes to `whenTrue` or `whenFalse`; `&&` and `||` are split when an operand of theirs branches. */
export function lowerCondition(
  condition: Expression,
  frame: Frame,
  exits: Exits,
  whenTrue: string,
  whenFalse: string,
  builder: FlowBuilder,
): string {
  if (condition.kind === "unary" && condition.operator === "!" && isLazy(condition.operand, builder))
    return lowerCondition(condition.operand, frame, exits, whenFalse, whenTrue, builder);
  if (condition.kind === "binary" && (condition.operator === "&&" || condition.operator === "||")) {
    if (isLazy(condition, builder)) {
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

/** Whether some operand of the logical expression is carried out only sometimes. */
function isLazy(expression: Expression, builder: FlowBuilder): boolean {
  if (expression.kind === "unary" && expression.operator === "!") return isLazy(expression.operand, builder);
  if (expression.kind !== "binary" || (expression.operator !== "&&" && expression.operator !== "||"))
    return false;
  return hasCalls(expression.right, builder) || isLazy(expression.left, builder);
}
