import type {
  ActionDeclaration,
  BlockStatement,
  BoundArgument,
  CallExpression,
  ControlDeclaration,
  FunctionDeclaration,
  NamedDeclaration,
  ParserDeclaration,
  ResolvedCall,
  Statement,
} from "../../p4/index.ts";
import type { Operation } from "../flow/flow.ts";
import { assignVariable } from "./assignments.ts";
import type { Exits, FlowBuilder, NodeParts } from "./builder.ts";
import { type Frame, typeOfDeclaration } from "./frame.ts";
import { lowerParserBody } from "./parsers.ts";
import { isSimple, lowerBlock, lowerStatements, simpleOperations } from "./statements.ts";
import { lowerTable } from "./tables.ts";
import { lowerPlace, lowerValue, type Scope } from "./values.ts";

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

/** A node with `operations` and, when it has no branches, the whole body; else the body follows the node. */
export function addBody(
  body: BlockStatement,
  frame: Frame,
  operations: readonly Operation[],
  exits: Exits,
  builder: FlowBuilder,
  parts: Omit<NodeParts, "ways" | "operations">,
): string {
  const inside: Exits = { ...exits, returnTo: exits.next, breakTo: null, continueTo: null };
  const simple = leadingSimple(body.statements, builder);
  for (const statement of simple) {
    if (statement.kind === "variable") builder.declare(frame, statement, statement.name.text);
  }
  const own = [...operations, ...simpleOperations(simple, frame, builder)];
  const rest = lowerStatements(body.statements.slice(simple.length), frame, inside, builder);
  return builder.add(frame.group, {
    ...parts,
    operations: own,
    ways: [{ to: rest, label: "", guard: null }],
  });
}

/** Statements at the start that need no node of their own. */
export function leadingSimple(statements: readonly Statement[], builder: FlowBuilder): Statement[] {
  const end = statements.findIndex((statement) => !isSimple(statement, builder));
  return end < 0 ? [...statements] : statements.slice(0, end);
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
      inner.bindings.set(parameter, { kind: "place", place });
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

/** A control's body in `frame`, which already binds its parameters. */
export function lowerControlBody(
  declaration: ControlDeclaration,
  frame: Frame,
  exits: Exits,
  builder: FlowBuilder,
): string {
  const initialised: Statement[] = [];
  for (const local of declaration.locals) {
    if (local.kind !== "variable") continue;
    builder.declare(frame, local, local.name.text);
    initialised.push(local);
  }
  const inside: Exits = { ...exits, returnTo: exits.next, breakTo: null, continueTo: null, result: null };
  const apply = lowerBlock(declaration.apply, frame, inside, builder);
  const operations = simpleOperations(
    initialised.filter((each) => isSimple(each, builder)),
    frame,
    builder,
  );
  if (operations.length === 0) return apply;
  return builder.add(frame.group, {
    kind: "statements",
    label: "locals",
    span: builder.spanOf(initialised),
    operations,
    ways: [{ to: apply, label: "", guard: null }],
  });
}
