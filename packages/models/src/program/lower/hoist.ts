import {
  type CallExpression,
  childrenOf,
  type Expression,
  type Node,
  type ResolvedCall,
} from "../../p4/index.ts";
import type { CallResult, CallResults, FlowBuilder } from "./builder.ts";
import { resultName } from "./flowNodes.ts";
import { type Frame, unknownType } from "./frame.ts";

/** An expression whose value is in a variable by the time that what it stands in is evaluated. */
type Early =
  | { kind: "call"; expression: CallExpression }
  /** read before a later operand calls something that may change it */
  | { kind: "read"; expression: Expression }
  /** an operand calls something, and is evaluated only when another one says so */
  | { kind: "lazy"; expression: LazyExpression };

export type LazyExpression = Extract<Expression, { kind: "binary" | "conditional" }>;

export type Hoisted = {
  /** in the order in which they are carried out */
  steps: readonly Early[];
  results: CallResults;
};

/**
 * Finds what `expressions` do besides giving a value, in the order of P4 (left to right), and a place for each
 * result.
 */
export function hoistCalls(expressions: readonly Expression[], frame: Frame, builder: FlowBuilder): Hoisted {
  const { steps, used } = collected(expressions, builder);
  const results = new Map<Expression, CallResult>();
  for (const { kind, expression } of steps) {
    const type = builder.checked.types.get(expression) ?? unknownType;
    if (kind !== "call") {
      results.set(expression, { value: builder.temporary(frame, "$early", type), hit: null, action: null });
      continue;
    }
    const hasValue = type.kind !== "void" && type.kind !== "tableResult" && type.kind !== "unknown";
    const called = builder.checked.calls.get(expression)?.kind;
    const name = resultName(called === "externMethod" || called === "externFunction");
    results.set(expression, {
      value: hasValue ? builder.temporary(frame, name, type) : null,
      hit: used.hit.has(expression) ? builder.temporary(frame, "$hit", unknownType) : null,
      action: used.action.has(expression) ? builder.temporary(frame, "$action", unknownType) : null,
    });
  }
  return { steps, results };
}

/** What is carried out before `expression`, without places for the results. */
export const stepsBefore = (expression: Expression, builder: FlowBuilder): readonly Early[] =>
  collected([expression], builder).steps;

/** Whether evaluating `expression` carries out a call. */
export function hasCalls(expression: Node, builder: FlowBuilder): boolean {
  const known = builder.calling.get(expression);
  if (known !== undefined) return known;
  const calls =
    (expression.kind === "call" && doesSomething(builder.checked.calls.get(expression))) ||
    childrenOf(expression).some((child) => hasCalls(child, builder));
  builder.calling.set(expression, calls);
  return calls;
}

function doesSomething(call: ResolvedCall | undefined): boolean {
  if (!call || call.kind === "construct") return false;
  return (
    call.kind !== "builtin" || ["setValid", "setInvalid", "push_front", "pop_front"].includes(call.method)
  );
}

/** The indices in the place that `target` names: all that is evaluated before something is written there. */
export function indicesOf(target: Expression): Expression[] {
  if (target.kind === "index") return [...indicesOf(target.object), target.index];
  return target.kind === "member" || target.kind === "slice" ? indicesOf(target.object) : [];
}

type Collection = {
  builder: FlowBuilder;
  steps: Early[];
  used: { hit: Set<CallExpression>; action: Set<CallExpression> };
};

function collected(expressions: readonly Expression[], builder: FlowBuilder): Collection {
  const to: Collection = { builder, steps: [], used: { hit: new Set(), action: new Set() } };
  collectAll(expressions, to);
  return to;
}

/** Collects operands that are all evaluated, from left to right. */
function collectAll(operands: readonly Expression[], to: Collection): void {
  const last = operands.findLastIndex((operand) => hasCalls(operand, to.builder));
  operands.forEach((operand, index) => {
    collect(operand, to);
    if (index < last && mustRead(operand, to.builder)) to.steps.push({ kind: "read", expression: operand });
  });
}

/**
 * Whether a later operand may change the value: a constant cannot change, and a call's result is in a variable
 * already.
 */
function mustRead(operand: Expression, { checked }: FlowBuilder): boolean {
  if (operand.kind === "call" || checked.constants.has(operand)) return false;
  return ["bits", "bool", "newtype", "enum", "error"].includes(checked.types.get(operand)?.kind ?? "");
}

function collect(expression: Expression, to: Collection): void {
  const { builder, steps, used } = to;
  switch (expression.kind) {
    case "call": {
      const call = builder.checked.calls.get(expression);
      const bindings = call && "bindings" in call ? call.bindings : [];
      // what is copied in is read in its turn, also where it is copied out again; a header is no such value
      const written = new Set(
        bindings.flatMap(({ parameter, argument }) =>
          argument &&
          (parameter.direction === "out" ||
            (parameter.direction === "inout" && !mustRead(argument.value, builder)))
            ? [argument.value]
            : [],
        ),
      );
      const operands = expression.arguments.flatMap(({ value }) =>
        written.has(value) ? indicesOf(value) : [value],
      );
      // what a method is called on may be the result of a call itself, or an element that one names
      collectAll(call?.kind === "builtin" ? [call.object, ...operands] : operands, to);
      if (!doesSomething(call)) return;
      steps.push({ kind: "call", expression });
      return;
    }
    case "member":
      collect(expression.object, to);
      if (expression.object.kind !== "call") return;
      if (expression.member.text === "hit" || expression.member.text === "miss")
        used.hit.add(expression.object);
      if (expression.member.text === "action_run") used.action.add(expression.object);
      return;
    case "index":
      collectAll([expression.object, expression.index], to);
      return;
    case "slice":
      collect(expression.object, to);
      return;
    case "unary":
    case "cast":
      collect(expression.operand, to);
      return;
    case "binary":
      if (
        (expression.operator === "&&" || expression.operator === "||") &&
        hasCalls(expression.right, builder)
      )
        steps.push({ kind: "lazy", expression });
      else collectAll([expression.left, expression.right], to);
      return;
    case "conditional":
      if (hasCalls(expression.whenTrue, builder) || hasCalls(expression.whenFalse, builder))
        steps.push({ kind: "lazy", expression });
      else collect(expression.condition, to);
      return;
    case "list":
      collectAll(expression.elements, to);
      return;
    case "record":
      collectAll(
        expression.fields.map(({ value }) => value),
        to,
      );
      return;
    default:
      return;
  }
}
