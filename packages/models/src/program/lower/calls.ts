import type {
  ActionDeclaration,
  BoundArgument,
  CallExpression,
  ControlDeclaration,
  FunctionDeclaration,
  NamedDeclaration,
  ParserDeclaration,
  ResolvedCall,
} from "../../p4/index.ts";
import type { Operation } from "../flow/flow.ts";
import { assignVariable } from "./assignments.ts";
import { addBody, lowerControlBody } from "./bodies.ts";
import type { Exits } from "./builder.ts";
import { type Frame, typeOfDeclaration } from "./frame.ts";
import { lowerParserBody } from "./parsers.ts";
import { lowerTable } from "./tables.ts";
import { lowerPlace, lowerValue, owningHeader, type Scope } from "./values.ts";

/** Carries out a call that branches or has a body of its own; the id of its first node. */
export function lowerCall(
  expression: CallExpression,
  call: ResolvedCall,
  scope: Scope,
  exits: Exits,
): string {
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
  if (!condition) return exits.next;
  return scope.builder.add(scope.frame.group, {
    kind: "condition",
    label: scope.builder.textOf(expression.span),
    span: expression.span,
    ways: [
      { to: exits.next, label: "holds", guard: lowerValue(condition, scope) },
      { to: exits.rejectTo, label: "error", guard: null },
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
  const operations = bindParameters(bindings, expression, inner, scope);
  const result = scope.results.get(expression)?.value ?? null;
  return addBody(declaration.body, inner, operations, { ...exits, result }, builder, {
    kind: declaration.kind === "action" ? "action" : "statements",
    label: declaration.name.text,
    span: declaration.span,
  });
}

/** Binds parameters in `inner`: by place where the callee may write or the argument is a variable, else by value. */
function bindParameters(
  bindings: readonly BoundArgument[],
  expression: CallExpression,
  inner: Frame,
  scope: Scope,
): Operation[] {
  return bindings.flatMap(({ parameter, argument }) => {
    const value = argument?.value ?? parameter.defaultValue;
    const place = value ? lowerPlace(value, scope) : null;
    const type = typeOfDeclaration(scope.builder.checked, parameter);
    const byPlace =
      parameter.direction === "out" || parameter.direction === "inout" || type.kind === "struct";
    if (place && (byPlace || type.kind === "stack" || type.kind === "extern")) {
      const header = value && owningHeader(value, scope);
      inner.bindings.set(parameter, { kind: "place", place, ...(header ? { header } : {}) });
      return [];
    }
    if (type.kind === "extern") return [];
    const own = scope.builder.declare(inner, parameter, parameter.name.text);
    return parameter.direction === "out" ? [] : assignVariable(own, type, value, expression.span, scope);
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
  const inner = builder.frame(declaration.name.text, scope.frame.group, scope.frame.role, null);
  const operations = bindParameters(bindings, expression, inner, scope);
  bindConstructor(instance, inner, scope);
  const entry =
    declaration.kind === "parser"
      ? lowerParserBody(declaration, inner, exits.next, exits.rejectTo, builder)
      : lowerControlBody(declaration, inner, exits, builder);
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
