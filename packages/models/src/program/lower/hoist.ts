import type { CallExpression, Expression } from "../../p4/index.ts";
import type { CallResult, CallResults, FlowBuilder } from "./builder.ts";
import { resultName } from "./flowNodes.ts";
import { type Frame, unknownType } from "./frame.ts";

export type Hoisted = {
  /** in the order in which they are carried out */
  calls: readonly CallExpression[];
  results: CallResults;
};

/** Finds the calls in `expressions` that do something, and a place for the result of each. */
export function hoistCalls(expressions: readonly Expression[], frame: Frame, builder: FlowBuilder): Hoisted {
  const calls: CallExpression[] = [];
  const used = { hit: new Set<CallExpression>(), action: new Set<CallExpression>() };
  for (const expression of expressions) collect(expression, builder, calls, used);
  const results = new Map<CallExpression, CallResult>();
  for (const call of calls) {
    const type = builder.checked.types.get(call) ?? unknownType;
    const hasValue = type.kind !== "void" && type.kind !== "tableResult" && type.kind !== "unknown";
    const kind = builder.checked.calls.get(call)?.kind;
    const name = resultName(kind === "externMethod" || kind === "externFunction");
    results.set(call, {
      value: hasValue ? builder.temporary(frame, name, type) : null,
      hit: used.hit.has(call) ? builder.temporary(frame, "$hit", unknownType) : null,
      action: used.action.has(call) ? builder.temporary(frame, "$action", unknownType) : null,
    });
  }
  return { calls, results };
}

/** Whether evaluating `expression` carries out a call. */
export function hasCalls(expression: Expression, builder: FlowBuilder): boolean {
  const calls: CallExpression[] = [];
  collect(expression, builder, calls, { hit: new Set(), action: new Set() });
  return calls.length > 0;
}

function collect(
  expression: Expression,
  builder: FlowBuilder,
  calls: CallExpression[],
  used: { hit: Set<CallExpression>; action: Set<CallExpression> },
): void {
  const visit = (inner: Expression): void => collect(inner, builder, calls, used);
  switch (expression.kind) {
    case "call": {
      const call = builder.checked.calls.get(expression);
      for (const argument of expression.arguments) visit(argument.value);
      if (!call || call.kind === "construct") return;
      if (
        call.kind === "builtin" &&
        !["setValid", "setInvalid", "push_front", "pop_front"].includes(call.method)
      )
        return;
      calls.push(expression);
      return;
    }
    case "member":
      visit(expression.object);
      if (expression.object.kind !== "call") return;
      if (expression.member.text === "hit" || expression.member.text === "miss")
        used.hit.add(expression.object);
      if (expression.member.text === "action_run") used.action.add(expression.object);
      return;
    case "index":
      visit(expression.object);
      visit(expression.index);
      return;
    case "slice":
      visit(expression.object);
      return;
    case "unary":
    case "cast":
      visit(expression.operand);
      return;
    case "binary":
      visit(expression.left);
      visit(expression.right);
      return;
    case "conditional":
      visit(expression.condition);
      visit(expression.whenTrue);
      visit(expression.whenFalse);
      return;
    case "list":
      expression.elements.forEach(visit);
      return;
    case "record":
      for (const field of expression.fields) visit(field.value);
      return;
    default:
      return;
  }
}
