import type { CallExpression, Parameter, TypeNode, TypeParameter } from "../../tree/index.ts";
import { ANY, type CheckContext } from "../context.ts";
import { blockMisfit, inferBlock } from "../declaration/blocksFit.ts";
import { unassignable } from "../expression/assignable.ts";
import { coerce } from "../expression/coerce.ts";
import { describeType } from "../type/describeType.ts";
import { isOpen } from "../type/sameType.ts";
import { type Bindings, infer, mentions, substitute } from "../type/substitute.ts";
import type { Type } from "../type/type.ts";
import { typeOf } from "../type/typeNodes.ts";
import type { BoundArgument } from "./resolvedCall.ts";

/**
 * Checks the arguments of a call against their parameters and finds the type arguments. `outer` are bindings that stand
 * already (those of the extern object a method belongs to). `what` names what is called. Returns all bindings.
 */
export function checkArguments(
  c: CheckContext,
  bound: readonly BoundArgument[],
  typeParameters: readonly TypeParameter[],
  given: readonly TypeNode[],
  outer: Bindings,
  what: string,
  at: CallExpression["span"],
): Bindings {
  const bindings: Bindings = new Map(outer);
  const open = new Set(typeParameters);
  bindTypeArguments(c, typeParameters, given, bindings, what, at);
  const types = bound.map(({ parameter, argument }): Type | null => {
    if (argument === null) return null;
    const wanted = substitute(c.rules.declaration(c, parameter), bindings);
    const type = c.rules.expression(c, argument.value, mentions(wanted, open) === null ? wanted : null);
    if (wanted.kind === "block" && type.kind === "block") inferBlock(c, wanted, type, open, bindings);
    else infer(wanted, type, open, bindings);
    return type;
  });
  reportUnsized(c, bound, outer, bindings, open, what);
  bound.forEach(({ parameter, argument }, i) => {
    const type = types[i];
    if (argument === null || type === null || type === undefined) return;
    checkArgument(
      c,
      parameter,
      argument,
      type,
      substitute(c.rules.declaration(c, parameter), bindings),
      what,
    );
  });
  return bindings;
}

/** A number without a width cannot travel at run time: its type parameter must get a width from elsewhere. */
function reportUnsized(
  c: CheckContext,
  bound: readonly BoundArgument[],
  outer: Bindings,
  bindings: Bindings,
  open: ReadonlySet<TypeParameter>,
  what: string,
): void {
  for (const { parameter, argument } of bound) {
    const wanted = c.rules.declaration(c, parameter);
    const canBeInteger = parameter.direction === "none" && !what.startsWith("function ");
    if (argument === null || canBeInteger || wanted.kind !== "typeVariable") continue;
    const found = bindings.get(wanted.declaration)?.kind;
    // `_` in the type of the object leaves the type to the argument; a target gives the indices of its own externs one
    const isLeftToArgument =
      found === "any" &&
      outer.has(wanted.declaration) &&
      c.types.get(argument.value)?.kind === "integer" &&
      parameter.span.file === argument.value.span.file;
    if (!isLeftToArgument && (!open.has(wanted.declaration) || found !== "integer")) continue;
    const message = `the width of '${parameter.name.text}' of ${what} is not known; write it in the number, as in 32w5`;
    c.reporter.error("p4-type-arguments", message, argument.value.span);
  }
}

/** A type parameter that no argument tells must be written. Silent where an argument could have told it. */
export function reportUninferred(
  c: CheckContext,
  bound: readonly BoundArgument[],
  typeParameters: readonly TypeParameter[],
  bindings: Bindings,
  what: string,
  at: CallExpression["span"],
): void {
  const open = typeParameters.filter((variable) => {
    const found = bindings.get(variable);
    return found === undefined || found.kind === "record";
  });
  // wrong arguments and type arguments leave types open, and have been reported
  if (open.length === 0 || c.reporter.hasErrorWithin(at)) return;
  for (const variable of open) {
    const found = bindings.get(variable);
    if (found?.kind === "record") {
      const argument = bound.find(({ parameter }) => mentionsOnly(c, parameter, variable))?.argument;
      const message = `the struct that '{…}' stands for is not known to ${what}; cast it, as in (name_t){…}`;
      c.reporter.error("p4-type-arguments", message, argument?.value.span ?? at);
    }
    if (found !== undefined) continue;
    const tells = bound.filter(({ parameter }) =>
      mentions(c.rules.declaration(c, parameter), new Set([variable])),
    );
    const isHidden = tells.some(({ argument, parameter }) => {
      if (argument === null) {
        const value = parameter.defaultValue;
        const type = value === null ? undefined : c.types.get(value);
        return type === undefined || mentions(type, new Set([variable])) === null;
      }
      return argument.value.kind !== "dontCare";
    });
    if (isHidden) continue;
    const message = `the type '${variable.name.text}' of ${what} cannot be inferred; write it between '<' and '>'`;
    c.reporter.error("p4-type-arguments", message, at);
  }
}

const mentionsOnly = (c: CheckContext, parameter: Parameter, variable: TypeParameter): boolean => {
  const type = c.rules.declaration(c, parameter);
  return type.kind === "typeVariable" && type.declaration === variable;
};

const NO_VALUE = new Set<Type["kind"]>(["action", "block", "package", "state", "table"]);

/** What travels with a packet is data and extern objects: no tables, actions, parsers or controls. */
export function reportNoValues(c: CheckContext, bound: readonly BoundArgument[], what: string): void {
  for (const { parameter, argument } of bound) {
    const type = argument === null ? undefined : c.types.get(argument.value);
    if (argument === null || type === undefined) continue;
    const purpose = `'${parameter.name.text}' of ${what}`;
    if (NO_VALUE.has(type.kind)) {
      const message = `${describeType(type)} cannot be the argument for ${purpose}: it is not a value`;
      c.reporter.error("p4-not-a-value", message, argument.value.span);
    } else if (type.kind === "string" && parameter.direction !== "none") {
      const message = `a string cannot be the argument for ${purpose}: it exists only at compile time`;
      c.reporter.error("p4-direction", message, argument.value.span);
    }
  }
}

function bindTypeArguments(
  c: CheckContext,
  parameters: readonly TypeParameter[],
  given: readonly TypeNode[],
  bindings: Bindings,
  what: string,
  at: CallExpression["span"],
): void {
  const types = given.map((node) => typeOf(c, node));
  if (types.length > 0 && types.length !== parameters.length) {
    const count = `${parameters.length} type argument${parameters.length === 1 ? "" : "s"}`;
    c.reporter.error("p4-type-arguments", `${what} takes ${count}, but got ${types.length}`, at);
    for (const parameter of parameters) bindings.set(parameter, ANY);
    return;
  }
  parameters.forEach((parameter, i) => {
    const type = types[i];
    if (type !== undefined && !isOpen(type)) bindings.set(parameter, type);
  });
}

function checkArgument(
  c: CheckContext,
  parameter: Parameter,
  argument: NonNullable<BoundArgument["argument"]>,
  type: Type,
  wanted: Type,
  what: string,
): void {
  const { value } = argument;
  const name = `'${parameter.name.text}'`;
  const isOut = parameter.direction === "out" || parameter.direction === "inout";
  if (value.kind === "dontCare") {
    if (parameter.direction === "out" || parameter.isOptional || isOpen(wanted)) return;
    c.reporter.error(
      "p4-arguments",
      `'_' can stand only for an 'out' parameter, but ${name} is none`,
      value.span,
    );
    return;
  }
  if (wanted.kind === "block" && type.kind === "block") {
    const misfit = blockMisfit(c, wanted, type);
    if (misfit === null) return;
    const block = type.declaration.name.text;
    c.reporter.error(
      "p4-architecture",
      `'${block}' cannot be parameter ${name} of ${what}: ${misfit}`,
      value.span,
    );
    return;
  }
  const purpose = `the argument for ${name} of ${what}`;
  if (type.kind === "typeName") {
    c.reporter.error("p4-not-a-value", `${purpose} needs a value, but this is a type`, value.span);
    return;
  }
  if (!coerce(c, value, type, wanted, purpose) || !isOut) return;
  const reason = unassignable(c, value);
  if (reason !== null) {
    const message = `${what} writes ${name}, but this cannot be written: ${reason}`;
    c.reporter.error("p4-not-assignable", message, value.span);
  }
}
