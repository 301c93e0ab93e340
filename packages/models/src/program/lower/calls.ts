import type {
  ActionDeclaration,
  BoundArgument,
  CallExpression,
  FunctionDeclaration,
  ResolvedCall,
} from "../../p4/index.ts";
import { addBody, lowerControlBody } from "./bodies.ts";
import type { Exits, FlowBuilder } from "./builder.ts";
import { bindConstructor, namedBlock } from "./constructors.ts";
import { type BlockInstance, type Frame, findBinding } from "./frame.ts";
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
      const block = appliedBlock(call, frame, builder);
      return block ? lowerInnerBlock(block, call.bindings, expression, scope, exits) : exits.next;
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

/** What `instance.apply(…)` carries out: an instance of this block, one that its constructor got, or a type. */
function appliedBlock(
  { declaration, instance }: Extract<ResolvedCall, { kind: "blockApply" }>,
  frame: Frame,
  builder: FlowBuilder,
): BlockInstance | null {
  const binding = instance && findBinding(frame, instance);
  if (binding?.kind === "block") return binding.block;
  if (declaration.kind === "blockType") return null;
  return namedBlock(declaration, instance, frame, builder);
}

function lowerInnerBlock(
  block: BlockInstance,
  bindings: readonly BoundArgument[],
  expression: CallExpression,
  scope: Scope,
  exits: Exits,
): string {
  const { builder } = scope;
  const { group, role } = scope.frame;
  const { declaration } = block;
  const inner = builder.frame(declaration.name.text, group, role, null, block.controlPath);
  // of an instance that a constructor got, the call knows the parameters of its prototype
  const own = bindings.map((binding, index) => ({
    ...binding,
    parameter: declaration.parameters[index] ?? binding.parameter,
  }));
  const { before: operations, after } = bindParameters(own, expression.span, inner, scope, declaration);
  bindConstructor(block.arguments, inner, { ...scope, frame: block.madeIn });
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
