import { didYouMean } from "../../resolve/suggest.ts";
import type { FunctionDeclaration, InstantiationDeclaration, MethodDeclaration } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";
import { describeType } from "../type/describeType.ts";
import { sameType } from "../type/sameType.ts";
import { type Bindings, substitute } from "../type/substitute.ts";
import type { ExternType, Type } from "../type/type.ts";
import { typeOf } from "../type/typeNodes.ts";

const isOptional = (method: MethodDeclaration): boolean =>
  method.annotations.some((annotation) => annotation.name.text === "optional");

/** The methods that an instance must bring: constructor calls cannot bring any. */
export const abstractMethods = (type: ExternType): MethodDeclaration[] =>
  type.declaration.methods.filter((method) => method.isAbstract && !isOptional(method));

/** Compares the `{ … }` of an instance with the abstract methods of its type. */
export function checkImplementation(c: CheckContext, d: InstantiationDeclaration, type: Type): void {
  if (type.kind !== "extern") {
    if (d.body === null || type.kind === "unknown") return;
    const message = `only an extern object can have '= { … }', but '${d.name.text}' is ${describeType(type)}`;
    c.reporter.error("p4-declaration-type", message, d.name.span);
    return;
  }
  const given = new Set((d.body ?? []).map((member) => member.name.text));
  const missing = abstractMethods(type).filter((method) => !given.has(method.name.text));
  if (missing.length > 0) {
    const names = missing.map((method) => `'${method.name.text}'`).join(", ");
    const message = `'${d.name.text}' must implement the abstract ${missing.length === 1 ? "method" : "methods"} ${names}`;
    c.reporter.error("p4-declaration-type", message, d.name.span);
  }
  for (const member of d.body ?? []) if (member.kind === "function") checkMember(c, d, type, member);
}

function checkMember(
  c: CheckContext,
  d: InstantiationDeclaration,
  type: ExternType,
  member: FunctionDeclaration,
): void {
  const { text } = member.name;
  const methods = type.declaration.methods.filter((m) => m.isAbstract && m.name.text === text);
  if (methods.length === 0) {
    const known = type.declaration.methods.filter((m) => m.isAbstract).map((m) => m.name.text);
    const hint = didYouMean(text, known) || "; remove it";
    const message = `'${text}' is not an abstract method of ${describeType(type)}${hint}`;
    c.reporter.error("p4-unknown-member", message, member.name.span);
    return;
  }
  const misfits = methods.map((method) => misfit(c, type, method, member));
  const [first] = misfits;
  if (first === undefined || first === null || misfits.includes(null)) return;
  const message = `'${text}' of '${d.name.text}' does not implement the method of ${describeType(type)}: ${first}`;
  c.reporter.error("p4-declaration-type", message, member.name.span);
}

/** How an implementation differs from its abstract method; null when it does not. */
function misfit(
  c: CheckContext,
  type: ExternType,
  method: MethodDeclaration,
  member: FunctionDeclaration,
): string | null {
  const outer: Bindings = new Map(
    type.declaration.typeParameters.map((p, i) => [p, type.arguments[i] ?? { kind: "unknown" }]),
  );
  method.typeParameters.forEach((p, i) => {
    const own = member.typeParameters[i];
    outer.set(p, own === undefined ? { kind: "unknown" } : { kind: "typeVariable", declaration: own });
  });
  const wanted = method.parameters;
  // an optional parameter that the implementation has no use for may be left out
  const required = wanted.filter((parameter) => !parameter.isOptional).length;
  if (member.parameters.length > wanted.length || member.parameters.length < required) {
    return `it has ${member.parameters.length} parameters, but ${wanted.length} are needed`;
  }
  for (const [i, parameter] of wanted.entries()) {
    const own = member.parameters[i];
    if (own === undefined) break;
    if (own.direction !== parameter.direction) {
      const word = parameter.direction === "none" ? "without direction" : `'${parameter.direction}'`;
      return `its parameter '${own.name.text}' must be ${word}`;
    }
    const needed = substitute(c.rules.declaration(c, parameter), outer);
    const actual = c.rules.declaration(c, own);
    if (!sameType(needed, actual)) {
      return `its parameter '${own.name.text}' is ${describeType(actual)}, but ${describeType(needed)} is needed`;
    }
  }
  const returned = method.returnType === null ? null : substitute(typeOf(c, method.returnType), outer);
  const result = typeOf(c, member.returnType);
  if (returned === null || sameType(returned, result)) return null;
  return `it returns ${describeType(result)}, but ${describeType(returned)} is needed`;
}
