import type {
  ActionDeclaration,
  ConstantDeclaration,
  FunctionDeclaration,
  InstantiationDeclaration,
  VariableDeclaration,
} from "../../tree/index.ts";
import { checkImplementation } from "../call/abstractMethods.ts";
import { checkConstruction } from "../call/construct.ts";
import { checkParameters, reportOptional } from "../call/parameters.ts";
import { type CheckContext, UNKNOWN, VOID, withPlace } from "../context.ts";
import { coerce } from "../expression/coerce.ts";
import { isRuntime } from "../expression/runtime.ts";
import { describeType } from "../type/describeType.ts";
import type { Type } from "../type/type.ts";
import { typeOf } from "../type/typeNodes.ts";
import { checkReturnType, checkVariableType } from "../type/variableTypes.ts";
import { declarationType } from "./declared.ts";
import { checkStatements } from "./statements.ts";

export function checkVariable(c: CheckContext, d: VariableDeclaration): void {
  const type = holdable(c, d);
  if (d.initializer === null) return;
  const actual = c.rules.expression(c, d.initializer, type);
  coerce(c, d.initializer, actual, type, `the variable '${d.name.text}'`);
}

/** The type of a variable; unknown when no variable can hold it, which is reported and so said once. */
function holdable(c: CheckContext, d: VariableDeclaration): Type {
  const type = declarationType(c, d);
  if (checkVariableType(c, d.type, type, "a variable")) return type;
  c.declarationTypes.set(d, UNKNOWN);
  return UNKNOWN;
}

export function checkConstant(c: CheckContext, d: ConstantDeclaration): void {
  const type = declarationType(c, d);
  if (type.kind === "extern" || type.kind === "block" || type.kind === "package" || type.kind === "void") {
    const message = `a constant cannot be of type ${describeType(type)}; an object is instantiated, as in Type() name`;
    c.reporter.error("p4-declaration-type", message, d.name.span);
    return;
  }
  const actual = c.rules.expression(c, d.value, type);
  if (!coerce(c, d.value, actual, type, `the constant '${d.name.text}'`)) return;
  const value = c.constants.get(d.value);
  if (value !== undefined) c.declarationValues.set(d, value);
  else if (type.kind === "bits" || type.kind === "integer" || type.kind === "bool") {
    if (actual.kind === "unknown" || !isRuntime(c, d.value)) return;
    c.reporter.error(
      "p4-not-constant",
      `the value of constant '${d.name.text}' is not known at compile time`,
      d.value.span,
    );
  }
}

export function checkInstantiation(c: CheckContext, d: InstantiationDeclaration): void {
  const type = typeOf(c, d.type, "infer");
  if (c.place.kind === "function") {
    c.reporter.error(
      "p4-statement-place",
      "nothing can be instantiated in a function; do it at top level, or in a parser or control",
      d.span,
    );
  }
  if (c.place.kind === "top" && type.kind === "block") {
    const message = `a ${type.form} cannot be instantiated at top level; give it to the package, as in ${type.declaration.name.text}()`;
    c.reporter.error("p4-statement-place", message, d.type.span);
  }
  const result = checkConstruction(c, type, d.arguments, d.name.span, d.type.span);
  if (result === null) {
    for (const argument of d.arguments) c.rules.expression(c, argument.value);
  } else {
    c.instances.set(d, result.construction);
    c.types.set(d.type, result.type);
    c.declarationTypes.set(d, result.type);
  }
  const self = result?.type ?? type;
  checkImplementation(c, d, self);
  for (const member of d.body ?? []) {
    if (member.kind === "function") withPlace(c, { self }, () => checkFunction(c, member));
    else checkInstantiation(c, member);
  }
}

export function checkAction(c: CheckContext, d: ActionDeclaration): void {
  checkParameters(c, d.parameters, "run");
  reportOptional(c, d.parameters, "action");
  for (const parameter of d.parameters) {
    const type = declarationType(c, parameter);
    if (type.kind !== "extern" && type.kind !== "integer") continue;
    const message = `an action cannot have a parameter of type ${describeType(type)}`;
    c.reporter.error("p4-declaration-type", message, parameter.span);
  }
  const firstPlain = d.parameters.findIndex((parameter) => parameter.direction === "none");
  const late =
    firstPlain < 0 ? undefined : d.parameters.slice(firstPlain).find((p) => p.direction !== "none");
  if (late !== undefined) {
    const message = `'${late.name.text}' has a direction and must stand before the parameters without one`;
    c.reporter.error("p4-direction", message, late.span);
  }
  withPlace(c, { kind: "action", returns: null, inLoop: false }, () => checkStatements(c, d.body.statements));
}

export function checkFunction(c: CheckContext, d: FunctionDeclaration): void {
  checkParameters(c, d.parameters, "run");
  reportOptional(c, d.parameters, "function");
  const returns = typeOf(c, d.returnType);
  checkReturnType(c, d);
  withPlace(c, { kind: "function", returns, inLoop: false }, () => checkStatements(c, d.body.statements));
  if (returns.kind === VOID.kind || returns.kind === "unknown" || alwaysLeaves(d.body)) return;
  const message = `function '${d.name.text}' must return ${describeType(returns)} on every path`;
  c.reporter.error("p4-return", message, d.name.span);
}

function alwaysLeaves(s: FunctionDeclaration["body"]["statements"][number]): boolean {
  switch (s.kind) {
    case "return":
    case "exit":
      return true;
    case "block":
      return s.statements.some(alwaysLeaves);
    case "if":
      return s.whenFalse !== null && alwaysLeaves(s.whenTrue) && alwaysLeaves(s.whenFalse);
    case "switch":
      return (
        s.cases.some(({ label }) => label.kind === "default") &&
        s.cases.every(({ body }) => body === null || alwaysLeaves(body))
      );
    default:
      return false;
  }
}
