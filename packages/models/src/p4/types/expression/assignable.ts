import type { Expression } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";

/** Why `e` cannot be written, as the end of a message; null when it can. */
export function unassignable(c: CheckContext, e: Expression): string | null {
  switch (e.kind) {
    case "member": {
      if (c.types.get(e)?.kind === "callable") return `'${e.member.text}' is a method`;
      const object = c.types.get(e.object);
      if (object?.kind === "stack" && (e.member.text === "lastIndex" || e.member.text === "size")) {
        return `'${e.member.text}' of a header stack is read-only`;
      }
      if (object?.kind === "typeName" || object?.kind === "tableResult") return "it is not a variable";
      return unassignable(c, e.object);
    }
    case "index":
    case "slice":
      return unassignable(c, e.object);
    case "missingExpression":
    case "thisExpression":
    case "dontCare":
      return null;
    case "nameExpression": {
      const declaration = c.references.get(e.name);
      if (declaration === undefined || declaration.kind === "variable") return null;
      const name = `'${e.name.text}'`;
      if (declaration.kind === "constant") return `${name} is a constant`;
      if (declaration.kind !== "parameter") return `${name} is not a variable`;
      if (declaration.direction === "in") return `${name} is an 'in' parameter; declare it 'inout' or 'out'`;
      if (declaration.direction === "none")
        return `${name} is a parameter without direction; copy it into a variable`;
      return null;
    }
    default:
      return "it is not a variable, field, element or slice";
  }
}
