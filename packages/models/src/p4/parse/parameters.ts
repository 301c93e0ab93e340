import type { Direction, Parameter, TypeParameter } from "../tree/index.ts";
import { parseAnnotations } from "./annotations.ts";
import type { Cursor } from "./cursor.ts";
import { parseExpression } from "./expressions.ts";
import { parseSeparated } from "./list.ts";
import { parseType } from "./types.ts";

const DIRECTIONS = new Map<string, Direction>([
  ["in", "in"],
  ["out", "out"],
  ["inout", "inout"],
]);

/** `(…)`: the parameters of what `owner` names. */
export function parseParameters(p: Cursor, owner: string): Parameter[] {
  if (!p.expect("(", `before the parameters of ${owner}`)) return [];
  return parseSeparated(p, {
    close: ")",
    what: "the parameter",
    closing: "to close the parameters",
    element: () => {
      const first = p.token;
      const annotations = parseAnnotations(p);
      const direction = DIRECTIONS.get(p.token.kind) ?? "none";
      if (direction !== "none") p.take();
      const type = parseType(p, "the type of a parameter");
      const name = p.name("the name of the parameter");
      const defaultValue = p.eat("=") ? parseExpression(p, "a default value") : null;
      const isOptional = annotations.some((annotation) => annotation.name.text === "optional");
      const span = p.spanFrom(first);
      return { kind: "parameter", annotations, direction, type, name, defaultValue, isOptional, span };
    },
  });
}

/** `<T, U>` when it stands here. The names are types until the enclosing `withTypes` ends. */
export function parseTypeParameters(p: Cursor): TypeParameter[] {
  if (!p.eat("<")) return [];
  return parseSeparated(p, {
    close: ">",
    what: "the type parameter",
    closing: "to close the type parameters",
    element: () => {
      const name = p.name("the name of a type parameter");
      p.declareType(name);
      return { kind: "typeParameter", name, span: name.span };
    },
  });
}
