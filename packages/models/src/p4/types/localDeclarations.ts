import type {
  ActionDeclaration,
  ConstantDeclaration,
  FunctionDeclaration,
  InstantiationDeclaration,
  MethodDeclaration,
  Parameter,
  TypeNode,
  VariableDeclaration,
} from "../tree/index.ts";
import { coerce } from "./coerce.ts";
import { checkConstruction } from "./construct.ts";
import { type CheckContext, VOID, withPlace } from "./context.ts";
import { declarationType } from "./declared.ts";
import { describeType } from "./describeType.ts";
import { isRuntime } from "./runtime.ts";
import { checkStatements } from "./statements.ts";
import type { Type } from "./type.ts";
import { typeOf } from "./typeNodes.ts";

/** Values of these types cannot be held in variables. */
const NO_VARIABLE = new Set<Type["kind"]>([
  "void",
  "extern",
  "block",
  "package",
  "matchKind",
  "integer",
  "string",
]);

function checkVariableType(c: CheckContext, node: TypeNode, type: Type, what: string): void {
  if (!NO_VARIABLE.has(type.kind)) return;
  const hint =
    type.kind === "extern" || type.kind === "block"
      ? "; instantiate it: name it after constructor arguments, as in Type() name"
      : type.kind === "integer"
        ? "; give it a width, as in int<32>"
        : "";
  c.reporter.error(
    "p4-declaration-type",
    `${what} cannot be of type ${describeType(type)}${hint}`,
    node.span,
  );
}

export function checkVariable(c: CheckContext, d: VariableDeclaration): void {
  const type = declarationType(c, d);
  checkVariableType(c, d.type, type, "a variable");
  if (d.initializer === null) return;
  const actual = c.rules.expression(c, d.initializer, type);
  coerce(c, d.initializer, actual, type, `the variable '${d.name.text}'`);
}

export function checkConstant(c: CheckContext, d: ConstantDeclaration): void {
  const type = declarationType(c, d);
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
    c.reporter.error("p4-statement-place", "nothing can be instantiated in a function", d.span);
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
    if (result.construction.declaration.kind === "extern")
      checkAbstract(c, d, result.construction.declaration.methods);
  }
  const known =
    result?.construction.declaration.kind === "extern" ? result.construction.declaration.methods : null;
  for (const member of d.body ?? []) {
    if (
      member.kind === "function" &&
      known !== null &&
      !known.some((m) => m.isAbstract && m.name.text === member.name.text)
    ) {
      const message = `'${member.name.text}' is not an abstract method of ${describeType(type)}`;
      c.reporter.error("p4-unknown-member", message, member.name.span);
    }
    if (member.kind === "function") checkFunction(c, member);
    else checkInstantiation(c, member);
  }
}

const isOptional = (method: MethodDeclaration): boolean =>
  method.annotations.some((annotation) => annotation.name.text === "optional");

function checkAbstract(
  c: CheckContext,
  d: InstantiationDeclaration,
  methods: readonly MethodDeclaration[],
): void {
  const given = new Set((d.body ?? []).map((member) => member.name.text));
  const missing = methods.filter(
    (method) => method.isAbstract && !isOptional(method) && !given.has(method.name.text),
  );
  if (missing.length === 0) return;
  const names = missing.map((method) => `'${method.name.text}'`).join(", ");
  const message = `'${d.name.text}' must implement the abstract ${missing.length === 1 ? "method" : "methods"} ${names}`;
  c.reporter.error("p4-declaration-type", message, d.name.span);
}

/** Types and default values of parameters. */
export function checkParameters(
  c: CheckContext,
  parameters: readonly Parameter[],
  at: "run" | "construction",
): void {
  for (const parameter of parameters) {
    const type = declarationType(c, parameter);
    const isReference = type.kind === "extern" || type.kind === "block" || type.kind === "package";
    if (isReference && parameter.direction !== "none") {
      const message = `'${parameter.name.text}' is ${describeType(type)} and must be a parameter without direction`;
      c.reporter.error("p4-direction", message, parameter.span);
    }
    if (at === "run" && (type.kind === "block" || type.kind === "package")) {
      const message = `'${parameter.name.text}' is ${describeType(type)}, which only a constructor can take`;
      c.reporter.error("p4-declaration-type", message, parameter.span);
    }
    if ((type.kind === "integer" || type.kind === "string") && parameter.direction !== "none") {
      const message = `'${parameter.name.text}' is ${describeType(type)} and must be a parameter without direction`;
      c.reporter.error("p4-direction", message, parameter.span);
    }
    const isOut = parameter.direction === "out" || parameter.direction === "inout";
    if (parameter.defaultValue !== null && isOut) {
      const message = `'${parameter.name.text}' is '${parameter.direction}' and cannot have a default value`;
      c.reporter.error("p4-direction", message, parameter.span);
    }
    if (type.kind === "void") checkVariableType(c, parameter.type, type, "a parameter");
    const value = parameter.defaultValue;
    if (value === null) continue;
    const actual = c.rules.expression(c, value, type);
    // a block is compared when the package is instantiated, with its type parameters known
    if (type.kind !== "block")
      coerce(c, value, actual, type, `the default value of '${parameter.name.text}'`);
  }
}

export function checkAction(c: CheckContext, d: ActionDeclaration): void {
  checkParameters(c, d.parameters, "run");
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
  const returns = typeOf(c, d.returnType);
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
