import type { Span } from "../../core/index.ts";
import type { CallExpression, Expression, ResolvedCall, Type } from "../../p4/index.ts";
import type { Operation, Place } from "../flow/flow.ts";
import { assignUnknown } from "./assignments.ts";
import { type Fate, fateOperations, keepOperations } from "./fates.ts";
import { shapeOf } from "./storageBuilder.ts";
import { constant, lowerPlace, lowerValue, type Scope, typeOf, unknownValue } from "./values.ts";

type SimpleCall = Extract<ResolvedCall, { kind: "externFunction" | "externMethod" | "builtin" }>;

/** Whether a call only does work on the spot, without branching. */
export const isSimpleCall = (call: ResolvedCall | undefined): call is SimpleCall | undefined =>
  !call ||
  call.kind === "externMethod" ||
  call.kind === "builtin" ||
  (call.kind === "externFunction" && call.declaration.name.text !== "verify");

/** The operations of a call of an extern or built-in method. */
export function lowerSimpleCall(expression: CallExpression, call: SimpleCall, scope: Scope): Operation[] {
  const { span } = expression;
  if (call.kind === "builtin") return lowerBuiltin(expression, call.method, call.object, scope);
  const name = externName(call);
  if (name === "packet_in.extract") {
    const argument = call.bindings[0]?.argument?.value;
    const header = (argument && lowerPlace(argument, scope)) ?? { root: "$skipped", steps: [] };
    const length = call.bindings[1]?.argument?.value;
    return [
      {
        kind: "extract",
        header,
        span,
        packet: scope.frame.group,
        ...(isMachine(argument, scope) ? { isMachine: true } : {}),
        ...(length ? { varyingBits: lowerValue(length, scope) } : {}),
      },
    ];
  }
  if (name === "packet_in.advance") return [advance(call.bindings[0]?.argument?.value, scope)];
  const operations = externOperations(call, name, span, scope);
  for (const { parameter, argument } of call.bindings) {
    const writes = parameter.direction === "out" || parameter.direction === "inout";
    // an extern that decides the packet's fate writes its metadata in the way told above
    if (!writes || !argument || fateOf(name, scope)) continue;
    operations.push(...assignUnknown(argument.value, span, scope));
  }
  const result = scope.results.get(expression)?.value;
  if (result) {
    operations.push(given(name, result, scope.builder.checked.types.get(expression), span, scope));
  }
  return operations;
}

/** What an extern gives is not known, but what lies ahead in the packet may be seen again. */
function given(name: string, target: Place, type: Type | undefined, span: Span, scope: Scope): Operation {
  const shape = shapeOf(type);
  const isHeaderType = type?.kind === "struct" && type.form === "header";
  if (name === "packet_in.lookahead" && (isHeaderType || shape.bits !== null))
    return { kind: "lookahead", target, shape: isHeaderType ? null : shape, packet: scope.frame.group, span };
  return { kind: "assign", target, header: null, value: unknownValue(shape), span };
}

function advance(by: Expression | undefined, scope: Scope): Operation {
  const value = by && lowerValue(by, scope);
  const bits = value?.kind === "constant" && typeof value.value === "bigint" ? Number(value.value) : null;
  return { kind: "advance", bits, packet: scope.frame.group };
}

function isMachine(header: Expression | undefined, scope: Scope): boolean {
  const type = header && typeOf(scope, header);
  return type?.kind === "struct" && scope.builder.semantics.machineHeaders.includes(type.name);
}

type ExternCall = Exclude<SimpleCall, { kind: "builtin" }>;

/** "hash", "register.read" */
export const externName = (call: ExternCall): string =>
  call.kind === "externMethod"
    ? `${call.extern.name.text}.${call.method.name.text}`
    : call.declaration.name.text;

const fateOf = (name: string, { builder }: Scope): Fate | undefined =>
  builder.checked.architecture?.definition.externOutcomes[name];

/** What an extern decides, or that it is used. */
function externOperations(call: ExternCall, name: string, span: Span, scope: Scope): Operation[] {
  const { checked, semantics } = scope.builder;
  const fate = fateOf(name, scope);
  if (fate)
    return fateOperations(fate, checked.architecture?.definition.dropPort ?? null, scope.builder, span);
  if (semantics.keepingExterns.includes(name)) return keepOperations(span);
  const object = call.kind === "externMethod" ? call.extern.name.text : name;
  const isLeftOut =
    object === "packet_in" ||
    object === "packet_out" ||
    // done by the compiler
    name === "static_assert" ||
    semantics.ignoredExterns.some((each) => each === name || each === object);
  return isLeftOut ? [] : [{ kind: "extern", name, span }];
}

function lowerBuiltin(
  expression: CallExpression,
  method: string,
  object: Expression,
  scope: Scope,
): Operation[] {
  const { span } = expression;
  const place = lowerPlace(object, scope);
  if (!place) return [];
  if (method === "setValid") return [{ kind: "setValid", header: place, span }];
  if (method === "setInvalid") return [{ kind: "setInvalid", header: place, span }];
  const argument = expression.arguments[0]?.value;
  const count = argument ? lowerValue(argument, scope) : constant(1n);
  const shift = count.kind === "constant" && typeof count.value === "bigint" ? Number(count.value) : 1;
  if (method === "push_front") return [{ kind: "push", stack: place, count: shift, span }];
  return method === "pop_front" ? [{ kind: "pop", stack: place, count: shift, span }] : [];
}
