import type {
  Expression,
  NamedDeclaration,
  NamedTypeNode,
  TypeNode,
  TypeParameter,
} from "../../tree/index.ts";
import {
  ANY,
  BOOL,
  bits,
  type CheckContext,
  ERROR,
  INTEGER,
  LEFT_OUT,
  STRING,
  UNKNOWN,
  VOID,
} from "../context.ts";
import { MAX_WIDTH } from "../expression/limits.ts";
import { describeType } from "./describeType.ts";
import { structType } from "./structTypes.ts";
import type { Type } from "./type.ts";
import { checkTypeArgument } from "./typeArguments.ts";
import { withinLimit } from "./typeParts.ts";

/** What a type node means. `omitted` "infer": type arguments may be left out (constructor calls). */
export function typeOf(c: CheckContext, node: TypeNode, omitted: "error" | "infer" = "error"): Type {
  const known = c.types.get(node);
  if (known !== undefined) return known;
  // a type that wrongly stands for itself must not be followed forever
  c.types.set(node, UNKNOWN);
  const type = withinLimit(c, meaning(c, node, omitted), node.span);
  c.types.set(node, type);
  return type;
}

function meaning(c: CheckContext, node: TypeNode, omitted: "error" | "infer"): Type {
  switch (node.kind) {
    case "baseType":
      if (node.name === "error" && c.resolution.errors.size === 0) {
        const message = "nothing declares an error; add '#include <core.p4>'";
        c.reporter.error("p4-unknown-name", message, node.span);
        return UNKNOWN;
      }
      return {
        bool: BOOL,
        error: ERROR,
        string: STRING,
        void: VOID,
        match_kind: { kind: "matchKind" } as const,
      }[node.name];
    case "bitType": {
      if (node.width === null) return node.form === "bit" ? bits(1) : node.form === "int" ? INTEGER : UNKNOWN;
      const width = size(c, node.width, `the width of '${node.form}'`, node.form === "int" ? 1 : 0);
      if (width === null) return UNKNOWN;
      return node.form === "varbit" ? { kind: "varbits", width } : bits(width, node.form === "int");
    }
    case "stackType": {
      const element = typeOf(c, node.element);
      const count = size(c, node.size, "the size of a header stack", 0);
      return count === null ? UNKNOWN : { kind: "stack", element, size: count };
    }
    case "tupleType":
      return { kind: "tuple", elements: node.arguments.map((argument) => tupleElement(c, argument)) };
    case "listType":
      return { kind: "listOf", element: typeOf(c, node.element) };
    case "dontCareType":
      return ANY;
    case "missingType":
      return UNKNOWN;
    case "namedType":
      return namedType(c, node, omitted);
  }
}

/** A size known at compile time, or null when it is not or is out of range, which is reported. */
export function size(c: CheckContext, e: Expression, what: string, minimum: number): number | null {
  const type = c.rules.expression(c, e);
  const value = c.constants.get(e);
  if (type.kind === "unknown") return null;
  if (typeof value !== "bigint") {
    c.reporter.error("p4-not-constant", `${what} must be an integer known at compile time`, e.span);
    return null;
  }
  if (value < BigInt(minimum) || value > BigInt(MAX_WIDTH)) {
    c.reporter.error(
      "p4-range",
      `${what} must lie between ${minimum} and ${MAX_WIDTH}, but is ${value}`,
      e.span,
    );
    return null;
  }
  return Number(value);
}

function namedType(c: CheckContext, node: NamedTypeNode, omitted: "error" | "infer"): Type {
  const declaration = c.references.get(node.name);
  const args = node.arguments.map((argument) => typeOf(c, argument));
  if (declaration === undefined) return UNKNOWN;
  node.arguments.forEach((argument, i) => {
    const type = args[i];
    if (type !== undefined) checkTypeArgument(c, declaration, argument, type);
  });
  return instantiate(c, declaration, args, omitted, node);
}

/** The type that `declaration` declares, with its type parameters replaced by `args`. */
export function instantiate(
  c: CheckContext,
  declaration: NamedDeclaration,
  args: Type[],
  omitted: "error" | "infer",
  at: { span: NamedTypeNode["span"] },
): Type {
  const parameters: readonly TypeParameter[] =
    "typeParameters" in declaration && declaration.kind !== "method" ? declaration.typeParameters : [];
  let given = args;
  if (args.length !== parameters.length) {
    if (args.length > 0 || omitted === "error") {
      const name = declaration.name.text;
      const form =
        parameters.length === 0 ? "" : `: ${name}<${parameters.map((p) => p.name.text).join(", ")}>`;
      const count = `${parameters.length} type argument${parameters.length === 1 ? "" : "s"}`;
      c.reporter.error(
        "p4-type-arguments",
        `'${name}' takes ${count}${form}, but got ${args.length}`,
        at.span,
      );
    }
    given = parameters.map(() => LEFT_OUT);
  }
  switch (declaration.kind) {
    case "struct":
      return structType(c, declaration, given, typeOf, at.span);
    case "typeParameter":
      return { kind: "typeVariable", declaration };
    case "extern":
      return { kind: "extern", declaration, arguments: given };
    case "package":
      return { kind: "package", declaration, arguments: given };
    case "parser":
    case "control":
      return { kind: "block", form: declaration.kind, declaration, arguments: given };
    case "blockType":
      return { kind: "block", form: declaration.form, declaration, arguments: given };
    case "enum":
      return {
        kind: "enum",
        declaration,
        underlying: declaration.underlying && typeOf(c, declaration.underlying),
      };
    case "typedef": {
      const base = typeOf(c, declaration.type);
      return declaration.isNew ? { kind: "newtype", declaration, base } : base;
    }
    default:
      // the resolver has reported that this is no type
      return UNKNOWN;
  }
}

const NO_ELEMENT = new Set<Type["kind"]>(["any", "block", "extern", "package", "void"]);

function tupleElement(c: CheckContext, node: TypeNode): Type {
  const type = typeOf(c, node);
  if (!NO_ELEMENT.has(type.kind)) return type;
  const what = type.kind === "any" ? "'_'" : describeType(type);
  c.reporter.error("p4-declaration-type", `a tuple cannot hold ${what}; it holds data`, node.span);
  return UNKNOWN;
}
