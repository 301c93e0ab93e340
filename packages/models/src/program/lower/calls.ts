import {
  type ActionDeclaration,
  type BoundArgument,
  type CallExpression,
  type ControlDeclaration,
  controlPlanePath,
  type FunctionDeclaration,
  type NamedDeclaration,
  type ParserDeclaration,
  type ResolvedCall,
} from "../../p4/index.ts";
import { addBody, lowerControlBody } from "./bodies.ts";
import type { Exits } from "./builder.ts";
import type { Frame } from "./frame.ts";
import { bindParameters, copyOut } from "./parameters.ts";
import { lowerParserBody } from "./parsers.ts";
import { lowerTable } from "./tables.ts";
import { lowerValue, type Scope, unknownValue } from "./values.ts";

/** Carries out a call that branches or has a body of its own; the id of its first node. Throws `TooManyBodies`. */
export const lowerCall = (
  expression: CallExpression,
  call: ResolvedCall,
  scope: Scope,
  exits: Exits,
): string => scope.builder.bodies.inside(() => lowerOneCall(expression, call, scope, exits));

function lowerOneCall(expression: CallExpression, call: ResolvedCall, scope: Scope, exits: Exits): string {
  const { builder, frame } = scope;
  switch (call.kind) {
    case "tableApply": {
      const result = scope.results.get(expression);
      return lowerTable(call.table, expression.span, result ?? null, frame, exits, builder);
    }
    case "action":
    case "function":
      return lowerBody(expression, call.declaration, call.bindings, scope, exits);
    case "externFunction":
      return lowerVerify(expression, scope, exits);
    case "blockApply": {
      if (call.declaration.kind === "blockType") return exits.next;
      return lowerInnerBlock(call.declaration, call.instance, call.bindings, expression, scope, exits);
    }
    default:
      return exits.next;
  }
}

/** `verify(condition, error)`: an error sends the packet to reject. */
function lowerVerify(expression: CallExpression, scope: Scope, exits: Exits): string {
  const condition = expression.arguments[0]?.value;
  const error = expression.arguments[1]?.value;
  if (!condition) return exits.next;
  const value = error ? lowerValue(error, scope) : unknownValue();
  return scope.builder.add(scope.frame.group, {
    kind: "condition",
    label: scope.builder.textOf(expression.span),
    span: expression.span,
    ways: [
      { to: exits.next, label: "holds", guard: lowerValue(condition, scope) },
      {
        to: scope.builder.rejectWith(value, expression.span, scope.frame.group, exits.rejectTo),
        label: "error",
        guard: null,
      },
    ],
  });
}

function lowerBody(
  expression: CallExpression,
  declaration: ActionDeclaration | FunctionDeclaration,
  bindings: readonly BoundArgument[],
  scope: Scope,
  exits: Exits,
): string {
  const { builder } = scope;
  const inner = builder.frame(declaration.name.text, scope.frame.group, scope.frame.role, scope.frame);
  const { before, after } = bindParameters(bindings, expression.span, inner, scope, declaration.body);
  const result = scope.results.get(expression)?.value ?? null;
  const next = copyOut(after, expression.span, scope, exits.next);
  return addBody(declaration.body, inner, before, { ...exits, next, result }, builder, {
    kind: declaration.kind === "action" ? "action" : "statements",
    label: declaration.name.text,
    span: declaration.span,
  });
}

function lowerInnerBlock(
  declaration: ParserDeclaration | ControlDeclaration,
  instance: NamedDeclaration | null,
  bindings: readonly BoundArgument[],
  expression: CallExpression,
  scope: Scope,
  exits: Exits,
): string {
  const { builder } = scope;
  const { group, role, controlPath } = scope.frame;
  const path = controlPlanePath(controlPath, instance ?? declaration);
  const inner = builder.frame(declaration.name.text, group, role, null, path);
  const { before: operations, after } = bindParameters(bindings, expression.span, inner, scope, declaration);
  bindConstructor(instance, inner, scope);
  const next = copyOut(after, expression.span, scope, exits.next);
  const entry =
    declaration.kind === "parser"
      ? lowerParserBody(declaration, inner, next, exits.rejectTo, builder)
      : lowerControlBody(declaration, inner, { ...exits, next }, builder);
  if (operations.length === 0) return entry;
  return builder.add(scope.frame.group, {
    kind: "statements",
    label: `${declaration.name.text}.apply`,
    span: expression.span,
    operations,
    ways: [{ to: entry, label: "", guard: null }],
  });
}

/** Constructor arguments are values known at compile time. */
function bindConstructor(instance: NamedDeclaration | null, inner: Frame, scope: Scope): void {
  const construct =
    instance?.kind === "instantiation" ? scope.builder.checked.instances.get(instance) : undefined;
  for (const { parameter, argument } of construct?.bindings ?? []) {
    const value = argument?.value ?? parameter.defaultValue;
    if (value) inner.bindings.set(parameter, { kind: "value", value: lowerValue(value, scope) });
  }
}
