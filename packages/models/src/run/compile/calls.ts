import { assert } from "../../core/index.ts";
import type {
  BoundArgument,
  CallExpression,
  FunctionDeclaration,
  ResolvedCall,
  Type,
} from "../../p4/index.ts";
import { coreFunction, coreMethod } from "../externs/core.ts";
import { initialValue, type Value } from "../values/node.ts";
import { compiledAction } from "./actions.ts";
import { compileBlockApply } from "./blocks.ts";
import { compileBuiltin } from "./builtins.ts";
import { compileExpression } from "./expressions.ts";
import type { ExternArgument, ExternCall } from "./externCall.ts";
import { traceExtern } from "./externTrace.ts";
import { emptyScope, objectOf } from "./instances.ts";
import { finishWith, passing, withPassedCode } from "./passing.ts";
import { compilePlace, placeEval, placeSetter, shapeOfPlace } from "./places.ts";
import {
  type CompiledBody,
  declare,
  declaredShape,
  type Scope,
  shapeIn,
  typeOf,
  UnsupportedError,
} from "./scope.ts";
import { compileBlock } from "./statements.ts";
import { compileTableApply } from "./tables.ts";

type Call = () => Value | undefined;

/** Code for any call of a program. */
export function compileCall(scope: Scope, e: CallExpression): Call {
  const call = scope.c.checked.calls.get(e);
  assert(call, "a checked program knows what it calls");
  switch (call.kind) {
    case "builtin":
      return compileBuiltin(scope, e, call);
    case "tableApply":
      return compileTableApply(scope, e, call.table);
    case "action":
      return compileBodyCall(scope, call.bindings, compiledAction(scope, call.declaration));
    case "function":
      return compileBodyCall(
        scope,
        call.bindings,
        compiledFunction(scope, e, call.declaration, call.bindings),
      );
    case "blockApply":
      return compileBlockApply(scope, e, call);
    case "externFunction":
    case "externMethod":
      return compileExtern(scope, e, call);
    case "construct":
      throw new UnsupportedError("instances are made before the packet", e.span);
  }
}

function compiledFunction(
  scope: Scope,
  e: CallExpression,
  declaration: FunctionDeclaration,
  bindings: readonly BoundArgument[],
): CompiledBody {
  const isGeneric = declaration.typeParameters.length > 0;
  const known = isGeneric ? undefined : scope.c.functions.get(declaration);
  if (known) return known;
  const types = isGeneric ? typeArguments(scope, e, declaration, bindings) : new Map();
  const inner: Scope = {
    ...emptyScope(scope.c),
    types,
    result: { value: undefined, shape: shapeIn(scope, e) },
  };
  const parameters = declaration.parameters.map((p) => declare(inner, p, declaredShape(inner, p)));
  const run = compileBlock(inner, declaration.body.statements);
  const body = { parameters, run, result: inner.result };
  if (!isGeneric) scope.c.functions.set(declaration, body);
  return body;
}

/** What the type parameters of a generic function stand for in one call. */
function typeArguments(
  scope: Scope,
  e: CallExpression,
  declaration: FunctionDeclaration,
  bindings: readonly BoundArgument[],
): Scope["types"] {
  const { checked } = scope.c;
  return new Map(
    declaration.typeParameters.flatMap((variable, index) => {
      const written = e.typeArguments[index];
      if (written) return [[variable, typeOf(scope, written)] as const];
      for (const { parameter, argument } of bindings) {
        const type = checked.declarationTypes.get(parameter);
        if (argument && type?.kind === "typeVariable" && type.declaration === variable)
          return [[variable, typeOf(scope, argument.value)] as [typeof variable, Type]];
      }
      return [];
    }),
  );
}

/**
 * Copy in, run, copy out, in the order of the parameters (P4_16 1.2.5, 6.8): places are found before the body runs, and
 * are written after it, even when it ends with `exit`.
 */
function compileBodyCall(scope: Scope, bindings: readonly BoundArgument[], body: CompiledBody): Call {
  const passed = bindings.map(({ parameter, argument }, index) =>
    passing(scope, parameter, argument?.value ?? parameter.defaultValue, body.parameters[index]!),
  );
  const { run, result } = body;
  const backs = passed.some(({ back }) => back !== null);
  const call = (): Value | undefined => {
    const entering = passed.map(({ enter }) => enter());
    for (const { begin } of entering) begin();
    if (!backs) {
      run();
      return result.value;
    }
    const copyOut = (): void => {
      for (const { end } of entering) end?.();
    };
    finishWith(run, copyOut);
    return result.value;
  };
  return withPassedCode(call, passed, run, (to) => `return ${to.ref(result)}.value;`);
}

type ExternCallee = Extract<ResolvedCall, { kind: "externFunction" | "externMethod" }>;

function compileExtern(scope: Scope, e: CallExpression, call: ExternCallee): Call {
  const given: ExternCall = {
    scope,
    expression: e,
    arguments: call.bindings.map((bound) => externArgument(scope, bound)),
    declaration: null,
    shape: shapeIn(scope, e),
  };
  const name = call.kind === "externMethod" ? call.method.name.text : call.declaration.name.text;
  const compiled =
    call.kind === "externFunction"
      ? (scope.c.externs.function(name, given) ?? coreFunction(name, given))
      : (coreMethod(call.extern.name.text, name, given) ?? compileMethod(scope, e, call, name, given));
  if (compiled) return traceExtern(scope, given, externName(call), compiled);
  throw new UnsupportedError(`the extern ${name} cannot be run yet`, e.span);
}

/** "hash", "register.read" */
const externName = (call: ExternCallee): string =>
  call.kind === "externMethod"
    ? `${call.extern.name.text}.${call.method.name.text}`
    : call.declaration.name.text;

function compileMethod(
  scope: Scope,
  e: CallExpression,
  call: Extract<ExternCallee, { kind: "externMethod" }>,
  name: string,
  given: ExternCall,
): Call | null {
  const object = e.callee.kind === "member" ? objectOf(scope, e.callee.object) : null;
  if (object?.kind !== "extern") return null;
  const { declaration } = object;
  return scope.c.externs.method(call.extern.name.text, name, object.object, { ...given, declaration });
}

function externArgument(scope: Scope, { parameter, argument }: BoundArgument): ExternArgument | null {
  const expression = argument?.value ?? parameter.defaultValue;
  if (!expression || expression.kind === "dontCare") return null;
  const isWritten = parameter.direction === "out" || parameter.direction === "inout";
  const place = isWritten ? compilePlace(scope, expression) : null;
  const shape = place ? shapeOfPlace(place) : shapeIn(scope, expression);
  const value =
    place !== null
      ? placeEval(place)
      : shape.kind === "none"
        ? () => initialValue(shape)
        : compileExpression(scope, expression, shape);
  return { parameter, expression, shape, value, place, set: place && placeSetter(place) };
}
