import type { NamedDeclaration, TypeNode } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";
import { describeType } from "./describeType.ts";
import type { Type } from "./type.ts";

/** Reports a type argument that would make a type hold itself, or a struct hold what is no data. */
export function checkTypeArgument(
  c: CheckContext,
  owner: NamedDeclaration,
  node: TypeNode,
  argument: Type,
): void {
  if (holds(c, argument, owner, new Set())) {
    const message = `'${owner.name.text}' cannot have itself among its type arguments, but ${describeType(argument)} holds it`;
    c.reporter.error("p4-self-reference", message, node.span);
  } else if (owner.kind === "struct" && argument.kind === "any") {
    const message = `'${owner.name.text}' needs a type here, not '_': nothing else gives it one`;
    c.reporter.error("p4-type-arguments", message, node.span);
  } else if (owner.kind === "struct" && ["block", "extern", "package"].includes(argument.kind)) {
    const message = `'${owner.name.text}' takes types of data, but this is ${describeType(argument)}`;
    c.reporter.error("p4-type-arguments", message, node.span);
  }
}

/** Does the type mention what `owner` declares, in itself or in the parameters of a parser or control? */
function holds(c: CheckContext, type: Type, owner: NamedDeclaration, seen: Set<NamedDeclaration>): boolean {
  const any = (types: readonly Type[]): boolean => types.some((t) => holds(c, t, owner, seen));
  switch (type.kind) {
    case "struct":
    case "extern":
    case "package":
      return type.declaration === owner || any(type.arguments);
    case "block": {
      if (type.declaration === owner) return true;
      if (seen.has(type.declaration)) return false;
      seen.add(type.declaration);
      return any(type.arguments) || any(type.declaration.parameters.map((p) => c.rules.declaration(c, p)));
    }
    case "stack":
    case "listOf":
    case "set":
      return holds(c, type.element, owner, seen);
    case "tuple":
      return any(type.elements);
    default:
      return false;
  }
}
