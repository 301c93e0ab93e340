import type { TypeNode } from "../tree/index.ts";
import { behind, type Cursor } from "./cursor.ts";
import { parseSeparated } from "./list.ts";

const BASE_TYPES = new Set(["bool", "error", "string", "match_kind", "void"]);
const TYPE_KEYWORDS = new Set([...BASE_TYPES, "bit", "int", "varbit", "tuple"]);

/** Does a type start here that can be nothing else (a keyword, not a name)? */
export const startsBuiltInType = (p: Cursor): boolean =>
  TYPE_KEYWORDS.has(p.token.kind) || (p.at("list") && p.peek(1).kind === "<");

/** A type; when none stands here, reports "expected what" and returns a missing type. */
export function parseType(p: Cursor, what = "a type"): TypeNode {
  const parsed = p.nested("this type", () => parseAnyType(p, what));
  return parsed ?? { kind: "missingType", span: behind(p.previous) };
}

function parseAnyType(p: Cursor, what: string): TypeNode {
  const first = p.token;
  let type = parseSimpleType(p, what);
  while (p.at("[") && type.kind !== "missingType") {
    p.take();
    const size = p.grammar.expression(p);
    p.expect("]", "after the size of the header stack");
    type = { kind: "stackType", element: type, size, span: p.spanFrom(first) };
  }
  return type;
}

function parseSimpleType(p: Cursor, what: string): TypeNode {
  const first = p.token;
  switch (first.kind) {
    case "bit":
    case "int":
    case "varbit":
      return parseBitType(p, first.kind);
    case "bool":
    case "error":
    case "string":
    case "match_kind":
    case "void":
      p.take();
      return { kind: "baseType", name: first.kind, span: p.spanFrom(first) };
    case "tuple": {
      p.take();
      const types = p.expect("<", "after 'tuple'") ? parseTypeArguments(p) : [];
      return { kind: "tupleType", arguments: types, span: p.spanFrom(first) };
    }
    case "_":
      p.take();
      return { kind: "dontCareType", span: p.spanFrom(first) };
    case "list":
      if (p.peek(1).kind !== "<") break;
      p.take();
      p.take();
      return { kind: "listType", element: closeTypeArgument(p, parseType(p)), span: p.spanFrom(first) };
  }
  const isGlobal = p.at(".") && p.isName(p.peek(1));
  if (isGlobal) p.take();
  if (!p.isName(p.token)) {
    p.missing(what);
    return { kind: "missingType", span: behind(p.previous) };
  }
  const name = p.name(what);
  const types = p.eat("<") ? parseTypeArguments(p) : [];
  return { kind: "namedType", name, isGlobal, arguments: types, span: p.spanFrom(first) };
}

function parseBitType(p: Cursor, form: "bit" | "int" | "varbit"): TypeNode {
  const first = p.take();
  if (!p.at("<")) {
    if (form === "varbit") p.expect("<", "and a maximum width after 'varbit'");
    return { kind: "bitType", form, width: null, span: p.spanFrom(first) };
  }
  p.take();
  const width = p.grammar.typeWidth(p);
  p.expect(">", `after the width of '${form}'`);
  return { kind: "bitType", form, width, span: p.spanFrom(first) };
}

/** Type arguments behind an opening `<`, which has been taken, up to and with `>`. */
export function parseTypeArguments(p: Cursor): TypeNode[] {
  return parseSeparated(p, {
    close: ">",
    what: "a type argument",
    closing: "to close the type arguments",
    element: () => parseType(p, "a type argument"),
  });
}

function closeTypeArgument(p: Cursor, type: TypeNode): TypeNode {
  p.expect(">", "to close the type argument");
  return type;
}
