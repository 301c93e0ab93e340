import type { Expression, Statement } from "../../p4/index.ts";
import type { Operation } from "../flow/flow.ts";
import { assignVariable, lowerAssignment } from "./assignments.ts";
import type { FlowBuilder } from "./builder.ts";
import { readOperations, withoutLater } from "./conditions.ts";
import { isSimpleCall, lowerSimpleCall } from "./externs.ts";
import { type Frame, typeOfDeclaration } from "./frame.ts";
import { type Hoisted, hasCalls, hoistCalls, indicesOf, stepsBefore } from "./hoist.ts";
import type { Scope } from "./values.ts";

/** A statement without control flow: its work fits into one node. */
export function isSimple(statement: Statement, builder: FlowBuilder): boolean {
  switch (statement.kind) {
    case "assignment":
    case "callStatement":
    case "variable": {
      return expressionsOf(statement).every((expression) => callsAreSimple(expression, builder));
    }
    case "empty":
    case "constant":
    case "instantiation":
      return true;
    default:
      return false;
  }
}

/** Statements at the start that need no node of their own. */
export function leadingSimple(statements: readonly Statement[], builder: FlowBuilder): Statement[] {
  const end = statements.findIndex((statement) => !isSimple(statement, builder));
  return end < 0 ? [...statements] : statements.slice(0, end);
}

/** The operations of simple statements, in order. */
export function simpleOperations(
  statements: readonly Statement[],
  frame: Frame,
  builder: FlowBuilder,
): Operation[] {
  return statements.flatMap((statement) => {
    const hoisted = hoistCalls(expressionsOf(statement), frame, builder);
    const scope: Scope = { builder, frame, results: hoisted.results };
    return [...callOperations(hoisted, scope), ...ownOperations(statement, scope)];
  });
}

/** Operations of calls that are all simple. */
export function callOperations(hoisted: Hoisted, scope: Scope): Operation[] {
  return hoisted.steps.flatMap((step, index) => {
    if (step.kind !== "call") return readOperations(step.expression, scope, withoutLater(hoisted, index));
    const call = scope.builder.checked.calls.get(step.expression);
    return call && isSimpleCall(call) ? lowerSimpleCall(step.expression, call, scope) : [];
  });
}

/** The expressions that a statement evaluates. */
export function expressionsOf(statement: Statement): Expression[] {
  switch (statement.kind) {
    case "assignment":
      return statement.operator === "="
        ? [...indicesOf(statement.target), statement.value]
        : [statement.target, statement.value];
    case "callStatement":
      return [statement.call];
    case "variable":
      return statement.initializer ? [statement.initializer] : [];
    case "return":
      return statement.value ? [statement.value] : [];
    default:
      return [];
  }
}

/** What a statement does itself, after the calls in it. */
export function ownOperations(statement: Statement, scope: Scope): Operation[] {
  if (statement.kind === "assignment") return lowerAssignment(statement, scope);
  if (statement.kind !== "variable") return [];
  const place = scope.builder.placeOf(scope.frame, statement, statement.name.text);
  const type = typeOfDeclaration(scope.builder.checked, statement);
  if (!statement.initializer && (type.kind === "struct" || type.kind === "stack")) return [];
  return assignVariable(place, type, statement.initializer, statement.span, scope);
}

/** Whether the calls in `expression` fit into one node. */
export function callsAreSimple(expression: Expression, builder: FlowBuilder): boolean {
  if (!hasCalls(expression, builder)) return true;
  return stepsBefore(expression, builder).every(
    ({ kind, expression: step }) =>
      kind === "read" || (kind === "call" && isSimpleCall(builder.checked.calls.get(step))),
  );
}
