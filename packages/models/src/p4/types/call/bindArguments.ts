import type { Span } from "../../../core/index.ts";
import { didYouMean } from "../../resolve/suggest.ts";
import type { Argument, Parameter } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";
import type { BoundArgument } from "./resolvedCall.ts";

const canBeLeftOut = (parameter: Parameter): boolean =>
  parameter.defaultValue !== null || parameter.isOptional;

/** Could these arguments belong to these parameters, by their number and names? */
export function accepts(parameters: readonly Parameter[], args: readonly Argument[]): boolean {
  if (args.length > parameters.length) return false;
  const names = args.flatMap((argument) => (argument.name === null ? [] : [argument.name.text]));
  if (names.some((name) => !parameters.some((parameter) => parameter.name.text === name))) return false;
  return parameters.every((parameter, i) => {
    const isGiven = i < args.length - names.length || names.includes(parameter.name.text);
    return isGiven || canBeLeftOut(parameter);
  });
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

/**
 * Pairs parameters with arguments, by name where given, else by position. Reports a wrong number and unknown or
 * repeated names; `what` names the called thing: "action 'forward'". Parameters without argument are bound to null.
 */
export function bindArguments(
  c: CheckContext,
  parameters: readonly Parameter[],
  args: readonly Argument[],
  what: string,
  span: Span,
): BoundArgument[] {
  const bound = new Map<Parameter, Argument>();
  let isBroken = false;
  for (const [i, argument] of args.entries()) {
    const parameter =
      argument.name === null
        ? parameters[i]
        : parameters.find((candidate) => candidate.name.text === argument.name?.text);
    if (argument.name !== null && parameter === undefined) {
      const names = parameters.map((candidate) => candidate.name.text);
      const message = `${what} has no parameter '${argument.name.text}'${didYouMean(argument.name.text, names)}`;
      c.reporter.error("p4-arguments", message, argument.name.span);
      isBroken = true;
    }
    if (parameter === undefined) continue;
    if (bound.has(parameter)) {
      c.reporter.error(
        "p4-arguments",
        `the parameter '${parameter.name.text}' is given twice`,
        argument.span,
      );
      isBroken = true;
    }
    if (argument.name !== null) c.references.set(argument.name, parameter);
    bound.set(parameter, argument);
  }
  const missing = parameters.filter((parameter) => !bound.has(parameter) && !canBeLeftOut(parameter));
  if (!isBroken && args.length > parameters.length) {
    const message = `${what} takes ${count(parameters.length, "argument")}, but got ${args.length}`;
    c.reporter.error("p4-arguments", message, args[parameters.length]?.span ?? span);
  } else if (!isBroken && missing.length > 0) {
    const names = missing.map((parameter) => `'${parameter.name.text}'`).join(", ");
    c.reporter.error(
      "p4-arguments",
      `${what} takes ${count(parameters.length, "argument")}; missing ${names}`,
      span,
    );
  }
  return parameters.map((parameter) => ({ parameter, argument: bound.get(parameter) ?? null }));
}
