import type { Span } from "../../core/index.ts";
import type { BoundArgument, Expression, Node, Parameter, Type } from "../../p4/index.ts";
import { walk } from "../../p4/index.ts";
import { memberPlace, stepPlace } from "../flow/cells.ts";
import type { Operation, Place } from "../flow/flow.ts";
import { assignVariable, passVariable } from "./assignments.ts";
import { type Frame, typeOfDeclaration } from "./frame.ts";
import { shapeOf } from "./storageBuilder.ts";
import { constant, lowerPlace, owningHeader, readPlace, type Scope } from "./values.ts";

/**
 * Binds parameters in `inner`: by place where no other name of the callee reaches the argument and no later argument
 * may have changed it, which is then as good as the copies that P4 makes; else by value, with what is copied out at the
 * end in `after`. An `out` header begins invalid; a header that is copied in and out stays the header that it was.
 */
export function bindParameters(
  bindings: readonly BoundArgument[],
  at: Span,
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
    const isCopied = argument && (aliased.has(argument.value) || scope.results.has(argument.value));
    if (place && isCopied && writes(parameter) && isScalar(type)) {
      const own = scope.builder.declare(inner, parameter, parameter.name.text);
      // what counts is that the callee writes the copy, not that it goes back
      if (header) inner.bindings.set(parameter, { kind: "place", place: own, header });
      const value = readPlace(own, shapeOf(type));
      after.push({ kind: "assign", target: place, header: null, value, span: at });
      return parameter.direction === "out" ? [] : assignVariable(own, type, argument.value, at, scope);
    }
    if (
      place &&
      argument &&
      aliased.has(argument.value) &&
      (type.kind === "struct" || type.kind === "stack")
    ) {
      const own = scope.builder.declare(inner, parameter, parameter.name.text);
      const passing = writes(parameter) ? "header" : "content";
      if (writes(parameter)) after.push(...passVariable(place, own, type, passing, at, scope));
      return parameter.direction === "out" ? [] : passVariable(own, place, type, passing, at, scope);
    }
    if (place && (byPlace || type.kind === "stack" || type.kind === "extern")) {
      inner.bindings.set(parameter, { kind: "place", place, ...(header ? { header } : {}) });
      if (parameter.direction !== "out") return [];
      return headersIn(place, type).map((each): Operation => {
        return { kind: "setInvalid", header: each, span: at, isPassing: true };
      });
    }
    if (type.kind === "extern") return [];
    const own = scope.builder.declare(inner, parameter, parameter.name.text);
    return parameter.direction === "out" ? [] : assignVariable(own, type, value, at, scope);
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
export function copyOut(operations: readonly Operation[], span: Span, scope: Scope, next: string): string {
  if (operations.length === 0) return next;
  return scope.builder.add(scope.frame.group, {
    kind: "statements",
    label: "copy out",
    span,
    operations,
    ways: [{ to: next, label: "", guard: null }],
  });
}
