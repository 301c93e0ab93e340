import type { CallExpression, Expression, ResolvedCall } from "../../p4/index.ts";
import type { Operation } from "../flow/flow.ts";
import { assignUnknown } from "./assignments.ts";
import { fateOperations } from "./fates.ts";
import { shapeOf } from "./storageBuilder.ts";
import { constant, lowerPlace, lowerValue, type Scope, unknownValue } from "./values.ts";

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
  const operations: Operation[] = [];
  if (call.kind === "externMethod") {
    const isPacket = call.extern.name.text === "packet_in" || call.extern.name.text === "packet_out";
    if (isPacket && call.method.name.text === "extract") {
      const argument = call.bindings[0]?.argument?.value;
      const header = argument ? lowerPlace(argument, scope) : null;
      operations.push({ kind: "extract", header: header ?? { root: "$skipped", steps: [] }, span });
      return operations;
    }
    if (!isPacket)
      operations.push({ kind: "extern", name: `${call.extern.name.text}.${call.method.name.text}`, span });
  } else {
    operations.push(...lowerFate(call.declaration.name.text, expression, scope));
  }
  for (const { parameter, argument } of call.bindings) {
    const writes = parameter.direction === "out" || parameter.direction === "inout";
    // an extern that decides the packet's fate writes its metadata in the way told above
    if (!writes || !argument || isFate(call, scope)) continue;
    operations.push(...assignUnknown(argument.value, span, scope));
  }
  const result = scope.results.get(expression)?.value;
  if (result) {
    const shape = shapeOf(scope.builder.checked.types.get(expression));
    operations.push({ kind: "assign", target: result, header: null, value: unknownValue(shape), span });
  }
  return operations;
}

const isFate = (call: SimpleCall, scope: Scope): boolean =>
  call.kind === "externFunction" &&
  scope.builder.checked.architecture?.definition.externOutcomes[call.declaration.name.text] !== undefined;

function lowerFate(name: string, { span }: CallExpression, scope: Scope): Operation[] {
  const { architecture } = scope.builder.checked;
  const fate = architecture?.definition.externOutcomes[name];
  const { semantics } = scope.builder;
  if (!fate) return semantics.ignoredExterns.includes(name) ? [] : [{ kind: "extern", name, span }];
  return fateOperations(fate, architecture?.definition.dropPort ?? null, scope.builder, span);
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
