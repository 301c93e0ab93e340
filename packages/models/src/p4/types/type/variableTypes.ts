import type { TypeNode } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";
import { describeType } from "./describeType.ts";
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

/** Reports a type whose values no variable can hold, and says whether one can. */
export function checkVariableType(c: CheckContext, node: TypeNode, type: Type, what: string): boolean {
  if (!NO_VARIABLE.has(type.kind)) return true;
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
  return false;
}

const NO_RESULT = new Set<Type["kind"]>(["block", "integer", "matchKind", "package", "table"]);

/** Reports a result that nothing could hold. */
export function checkReturnType(c: CheckContext, d: { returnType: TypeNode }): void {
  const type = typeOf(c, d.returnType);
  if (!NO_RESULT.has(type.kind)) return;
  const hint = type.kind === "integer" ? "; give it a width, as in int<32>" : "";
  const message = `nothing can return ${describeType(type)}${hint}`;
  c.reporter.error("p4-declaration-type", message, d.returnType.span);
}
