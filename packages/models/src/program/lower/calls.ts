import {
  type ActionDeclaration,
  type BoundArgument,
  type CallExpression,
  type ControlDeclaration,
  controlPlanePath,
  type Expression,
  type FunctionDeclaration,
  type NamedDeclaration,
  type Node,
  type Parameter,
  type ParserDeclaration,
  type ResolvedCall,
  type Type,
  walk,
} from "../../p4/index.ts";
import { memberPlace, stepPlace } from "../flow/cells.ts";
import type { Operation, Place } from "../flow/flow.ts";
import { assignVariable } from "./assignments.ts";
import { addBody, lowerControlBody } from "./bodies.ts";
import type { Exits } from "./builder.ts";
import { type Frame, typeOfDeclaration } from "./frame.ts";
import { lowerParserBody } from "./parsers.ts";
import { shapeOf } from "./storageBuilder.ts";
import { lowerTable } from "./tables.ts";
import {
  constant,
  lowerPlace,
  lowerValue,
  owningHeader,
  readPlace,
  type Scope,
  unknownValue,
} from "./values.ts";

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
  const { before, after } = bindParameters(bindings, expression, inner, scope, declaration.body);
  const result = scope.results.get(expression)?.value ?? null;
  const next = copyOut(after, expression, scope, exits.next);
  return addBody(declaration.body, inner, before, { ...exits, next, result }, builder, {
    kind: declaration.kind === "action" ? "action" : "statements",
    label: declaration.name.text,
    span: declaration.span,
  });
}

/**
 * Binds parameters in `inner`: by place where no other name of the callee reaches the argument, which is then as good
 * as the copies that P4 makes; else by value, with what is copied out at the end in `after`. An `out` header begins
 * invalid.
 */
function bindParameters(
  bindings: readonly BoundArgument[],
  expression: CallExpression,
  inner: Frame,
  scope: Scope,
  body: Node,
): { before: Operation[]; after: Operation[] } {
  const after: Operation[] = [];
  const aliased = aliasedArguments(bindings, body, scope);
  const before = bindings.flatMap(({ parameter, argument }) => {
    const value = argument?.value ?? parameter.defaultValue;
    const place = value ? lowerPlace(value, scope) : null;
    const type = typeOfDeclaration(scope.builder.checked, parameter);
    const byPlace =
      parameter.direction === "out" || parameter.direction === "inout" || type.kind === "struct";
    const header = value && owningHeader(value, scope);
    if (place && argument && aliased.has(argument.value) && writes(parameter) && isScalar(type)) {
      const own = scope.builder.declare(inner, parameter, parameter.name.text);
      const { span } = expression;
      after.push({ kind: "assign", target: place, header, value: readPlace(own, shapeOf(type)), span });
      return parameter.direction === "out" ? [] : assignVariable(own, type, argument.value, span, scope);
    }
    if (place && (byPlace || type.kind === "stack" || type.kind === "extern")) {
      inner.bindings.set(parameter, { kind: "place", place, ...(header ? { header } : {}) });
      if (parameter.direction !== "out") return [];
      return headersIn(place, type).map((at): Operation => {
        return { kind: "setInvalid", header: at, span: expression.span, isPassing: true };
      });
    }
    if (type.kind === "extern") return [];
    const own = scope.builder.declare(inner, parameter, parameter.name.text);
    return parameter.direction === "out" ? [] : assignVariable(own, type, value, expression.span, scope);
  });
  return { before, after };
}

const writes = ({ direction }: Parameter): boolean => direction === "out" || direction === "inout";

const isScalar = (type: Type): boolean => ["bits", "bool", "newtype", "enum", "error"].includes(type.kind);

/** Arguments in places that the callee reaches by another name too. */
function aliasedArguments(bindings: readonly BoundArgument[], body: Node, scope: Scope): Set<Expression> {
  const given = bindings.flatMap(({ argument }) => {
    const place = argument && lowerPlace(argument.value, scope);
    return place ? [{ expression: argument.value, place }] : [];
  });
  const aliased = new Set<Expression>();
  const reach = (place: Place, own: Expression | null): void => {
    for (const each of given)
      if (each.expression !== own && overlap(each.place, place)) aliased.add(each.expression);
  };
  for (const { expression, place } of given) reach(place, expression);
  const parts = new Set<Node>([body]);
  for (const part of parts) {
    walk(part, (node) => {
      const call = node.kind === "call" ? scope.builder.checked.calls.get(node) : undefined;
      if (call?.kind === "action") parts.add(call.declaration.body);
      if (node.kind !== "member" && node.kind !== "index" && node.kind !== "nameExpression") return false;
      const place = lowerPlace(node, scope);
      if (place) reach(place, null);
      return place !== null;
    });
  }
  return aliased;
}

/** Whether one of two places may be in the other. */
function overlap(a: Place, b: Place): boolean {
  if (a.root !== b.root) return false;
  return a.steps.every((step, index) => {
    const other = b.steps[index];
    if (!other) return true;
    if (step.kind === "member" || other.kind === "member")
      return step.kind === "member" && other.kind === "member" && step.name === other.name;
    const [one, two] = [step, other].map((each) =>
      each.kind === "index" && each.index.kind === "constant" ? each.index.value : null,
    );
    return one === null || two === null || one === two;
  });
}

/** The headers in the variable of `type` at `place`. */
function headersIn(place: Place, type: Type): Place[] {
  if (type.kind === "stack")
    return Array.from({ length: type.size }, (_, index) =>
      headersIn(stepPlace(place, { kind: "index", index: constant(BigInt(index)) }), type.element),
    ).flat();
  if (type.kind !== "struct") return [];
  if (type.form === "header") return [place];
  return [...type.fields.values()].flatMap((field) => headersIn(memberPlace(place, field.name), field.type));
}

/** `next` behind a node with `operations`, which copy out what a call wrote. */
function copyOut(
  operations: readonly Operation[],
  expression: CallExpression,
  scope: Scope,
  next: string,
): string {
  if (operations.length === 0) return next;
  return scope.builder.add(scope.frame.group, {
    kind: "statements",
    label: "copy out",
    span: expression.span,
    operations,
    ways: [{ to: next, label: "", guard: null }],
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
  const { before: operations, after } = bindParameters(bindings, expression, inner, scope, declaration);
  bindConstructor(instance, inner, scope);
  const next = copyOut(after, expression, scope, exits.next);
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
