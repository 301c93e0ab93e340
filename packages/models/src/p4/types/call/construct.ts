import type { Span } from "../../../core/index.ts";
import type { Argument, Parameter, TypeParameter } from "../../tree/index.ts";
import { type CheckContext, type Construction, LEFT_OUT, UNKNOWN } from "../context.ts";
import { isRuntime } from "../expression/runtime.ts";
import { describeType } from "../type/describeType.ts";
import { isOpen } from "../type/sameType.ts";
import { type Bindings, substitute } from "../type/substitute.ts";
import type { Type } from "../type/type.ts";
import { accepts, bindArguments } from "./bindArguments.ts";
import { checkArguments, reportUninferred } from "./callParts.ts";

type Constructible = Construction["declaration"];

/**
 * Checks `type(arguments)` and finds type arguments that were left out. Null when the type cannot be constructed, which
 * is reported at `typeSpan`.
 */
export function checkConstruction(
  c: CheckContext,
  type: Type,
  args: readonly Argument[],
  span: Span,
  typeSpan: Span,
): { construction: Construction; type: Type } | null {
  if (type.kind === "unknown") return null;
  const isPrototype = type.kind === "block" && type.declaration.kind === "blockType";
  if ((type.kind !== "extern" && type.kind !== "package" && type.kind !== "block") || isPrototype) {
    const message = `${describeType(type)} cannot be instantiated; a parser, control, package or extern object can`;
    c.reporter.error("p4-declaration-type", message, typeSpan);
    return null;
  }
  const declaration = type.declaration;
  if (declaration.kind === "blockType") return null;
  const { name } = declaration;
  const what = `the constructor of ${name.text}`;
  const overloads = constructors(c, declaration);
  if (declaration.kind === "extern" && overloads.length === 0) {
    const message = `${name.text} has no constructor, so it cannot be instantiated; the architecture provides its objects`;
    c.reporter.error("p4-declaration-type", message, typeSpan);
    return null;
  }
  const chosen = overloads.find((o) => accepts(o.parameters, args)) ?? overloads[0];
  const parameters = chosen?.parameters ?? [];
  const bindings = bindArguments(c, parameters, args, what, span);
  // type arguments that were left out are found from the arguments
  const owner = chosen?.declaration ?? declaration;
  const given: Bindings = new Map();
  owner.typeParameters.forEach((parameter, i) => {
    const argument = type.arguments[i];
    if (argument !== undefined && !isOpen(argument)) given.set(parameter, argument);
  });
  const open: TypeParameter[] = owner.typeParameters.filter((parameter) => !given.has(parameter));
  const found = checkArguments(
    c,
    bindings,
    open,
    [],
    given,
    owner.kind === "package" ? name.text : what,
    span,
  );
  for (const { parameter, argument } of bindings) {
    if (argument === null || !isRuntime(c, argument.value)) continue;
    const message = `the argument for '${parameter.name.text}' of ${what} must be known at compile time`;
    c.reporter.error("p4-not-constant", message, argument.value.span);
  }
  // a generic parser or control finds its types where it is bound
  // `_` leaves a type of an extern to its uses: Tofino programs write Register<bit<32>, _>
  const left = open.filter((p) => type.kind !== "extern" || found.has(p) || !isLeftOpen(type, owner, p));
  if (type.kind !== "block") reportUninferred(c, bindings, left, found, what, span);
  const missing: Type = type.kind === "extern" && left.some((p) => !found.has(p)) ? UNKNOWN : { kind: "any" };
  const variables = owner.typeParameters.map((p): Type => found.get(p) ?? missing);
  const generic: Type = { ...type, arguments: variables };
  return {
    construction: { kind: "construct", declaration: owner, bindings },
    type: substitute(generic, found),
  };
}

/** Does the program write `_` for this type parameter? */
function isLeftOpen(type: Type, owner: Constructible, parameter: TypeParameter): boolean {
  const written = "arguments" in type ? type.arguments[owner.typeParameters.indexOf(parameter)] : undefined;
  return written?.kind === "any" && written !== LEFT_OUT;
}

type Constructor = { declaration: Constructible; parameters: readonly Parameter[] };

function constructors(c: CheckContext, declaration: Constructible): Constructor[] {
  if (declaration.kind === "extern") {
    const own = declaration.methods.filter((m) => m.returnType === null);
    return own.map((m) => ({ declaration, parameters: m.parameters }));
  }
  const all = c.resolution.overloads.get(declaration) ?? [declaration];
  return all.flatMap((d): Constructor[] => {
    if (d.kind === "package") return [{ declaration: d, parameters: d.parameters }];
    return d.kind === "parser" || d.kind === "control"
      ? [{ declaration: d, parameters: d.constructorParameters }]
      : [];
  });
}
