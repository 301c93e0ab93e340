import type { BinaryOperator, Expression, UnaryOperator } from "../tree/index.ts";
import { type Production, production } from "./production.ts";

const BINARY: readonly BinaryOperator[] = [
  ...(["*", "/", "%", "+", "-", "|+|", "|-|", "<<", ">>", "<=", ">=", "<", ">", "!=", "=="] as const),
  ...(["&", "^", "|", "++", "&&", "||"] as const),
];
const UNARY: readonly UnaryOperator[] = ["!", "~", "-", "+"];

const isType = (e: Expression): boolean => e.kind === "typeExpression" && e.type.kind === "namedType";

export const EXPRESSION_PRODUCTIONS: readonly Production[] = [
  production("expression: INTEGER", "numberLiteral", ({ width }) => width === null),
  production("expression: INTEGER with width", "numberLiteral", (n) => n.width !== null && !n.isSigned),
  production("expression: INTEGER signed", "numberLiteral", ({ isSigned }) => isSigned),
  production("expression: TRUE", "boolLiteral", ({ value }) => value),
  production("expression: FALSE", "boolLiteral", ({ value }) => !value),
  production("expression: STRING_LITERAL", "stringLiteral"),
  production("expression: THIS", "thisExpression"),
  production("expression: DOTS", "defaultValue"),
  production("expression: name", "nameExpression", ({ isGlobal }) => !isGlobal),
  production("expression: dot name", "nameExpression", ({ isGlobal }) => isGlobal),
  production("expression: member", "member"),
  production(
    "expression: error member",
    "member",
    ({ object: o }) => o.kind === "typeExpression" && o.type.kind === "baseType",
  ),
  production("expression: specialized type member", "member", ({ object }) => isType(object)),
  production("expression: index", "index"),
  production("expression: slice", "slice", ({ form }) => form === "range"),
  production("expression: slice by width", "slice", ({ form }) => form === "plus"),
  production("expression: list", "list", ({ elements, hasRest }) => elements.length > 0 && !hasRest),
  production("expression: empty list", "list", ({ elements, hasRest }) => elements.length === 0 && !hasRest),
  production("expression: list with dots", "list", ({ elements, hasRest }) => elements.length > 0 && hasRest),
  production("expression: only dots", "list", ({ elements, hasRest }) => elements.length === 0 && hasRest),
  production("expression: struct", "record", ({ hasRest }) => !hasRest),
  production("expression: struct with dots", "record", ({ hasRest }) => hasRest),
  production("expression: invalid", "invalid"),
  production("expression: cast", "cast"),
  production("expression: conditional", "conditional"),
  ...UNARY.map((operator) =>
    production(`expression: unary ${operator}`, "unary", (e) => e.operator === operator),
  ),
  ...BINARY.map((operator) =>
    production(`expression: ${operator}`, "binary", (e) => e.operator === operator),
  ),
  production("expression: call", "call", ({ typeArguments }) => typeArguments.length === 0),
  production("expression: call with type arguments", "call", ({ typeArguments }) => typeArguments.length > 0),
  production(
    "argument: expression",
    "argument",
    ({ name, value }) => name === null && value.kind !== "dontCare",
  ),
  production("argument: named", "argument", ({ name, value }) => name !== null && value.kind !== "dontCare"),
  production(
    "argument: don't care",
    "argument",
    ({ name, value }) => name === null && value.kind === "dontCare",
  ),
  production(
    "argument: named don't care",
    "argument",
    ({ name, value }) => name !== null && value.kind === "dontCare",
  ),
  production("kvPair", "namedValue", (_, parent) => parent?.kind === "record"),
  production("nonTypeName: keyword", "name", ({ text }) =>
    ["apply", "key", "actions", "state", "entries", "type", "priority", "list"].includes(text),
  ),
];
