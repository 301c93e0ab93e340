import type { Node } from "../tree/index.ts";
import { type Production, production } from "./production.ts";

const BASE = ["bool", "error", "string", "match_kind"] as const;
const isTypeArgument = (parent: Node | null): boolean =>
  parent?.kind === "namedType" || parent?.kind === "tupleType" || parent?.kind === "call";

export const TYPE_PRODUCTIONS: readonly Production[] = [
  ...BASE.map((name) => production(`baseType: ${name}`, "baseType", (node) => node.name === name)),
  production("baseType: bit", "bitType", ({ form, width }) => form === "bit" && width === null),
  production("baseType: int", "bitType", ({ form, width }) => form === "int" && width === null),
  ...(["bit", "int", "varbit"] as const).flatMap((form) => [
    production(
      `baseType: ${form}<n>`,
      "bitType",
      (t) => t.form === form && t.width?.kind === "numberLiteral",
    ),
    production(`baseType: ${form}<(e)>`, "bitType", (t) => t.form === form && t.width?.kind === "binary"),
  ]),
  production("typeName", "namedType", (t) => !t.isGlobal && t.arguments.length === 0),
  production("prefixedType: dot", "namedType", ({ isGlobal }) => isGlobal),
  production("specializedType", "namedType", (t) => t.arguments.length > 0),
  production(
    "headerStackType: type name",
    "stackType",
    (t) => t.element.kind === "namedType" && t.element.arguments.length === 0,
  ),
  production(
    "headerStackType: specialized",
    "stackType",
    (t) => t.element.kind === "namedType" && t.element.arguments.length > 0,
  ),
  production("p4listType", "listType"),
  production("tupleType", "tupleType", (t) => t.arguments.length > 0),
  production("tupleType: empty", "tupleType", (t) => t.arguments.length === 0),
  production("typeArg: don't care", "dontCareType", (_, parent) => isTypeArgument(parent)),
  production("typeArg: type name", "namedType", (_, parent) => isTypeArgument(parent)),
  production("realTypeArg: void", "baseType", (t, parent) => t.name === "void" && isTypeArgument(parent)),
];
