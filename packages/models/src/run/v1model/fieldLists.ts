import type { NamedDeclaration, Type } from "../../p4/index.ts";
import { fixedNode, type Place } from "../compile/places.ts";
import type { Scope } from "../compile/scope.ts";
import type { Node } from "../values/node.ts";

/** The fields of user metadata with `@field_list(…, number, …)`. */
export function fieldList(scope: Scope, number: number): Place[] {
  const { metadata } = scope.c;
  return metadata ? fieldsOf(scope, metadata.type, metadata.node, number) : [];
}

function fieldsOf(scope: Scope, type: Type, node: Node, number: number): Place[] {
  if (type.kind !== "struct") return [];
  return [...type.fields.values()].flatMap(({ type: inner, declaration }, index): Place[] => {
    const shape = node.shape.fields[index]!.shape;
    const isIn = declaration.annotations.some(
      ({ name, tokens }) =>
        name.text === "field_list" && tokens.some((token) => numberOf(scope, token) === number),
    );
    const ref = fixedNode(shape.kind === "node" ? node.part(index) : node);
    if (isIn) return [shape.kind === "node" ? { kind: "node", ref } : { kind: "field", ref, index, shape }];
    return shape.kind === "node" ? fieldsOf(scope, inner, node.part(index), number) : [];
  });
}

/** A number as written, or the constant of that name. */
function numberOf(scope: Scope, token: string): number | null {
  const digits = /^(?:\d+w)?(0[xX][\da-fA-F]+|\d+)$/.exec(token);
  if (digits) return Number(digits[1]);
  const named = scope.c.checked.program.declarations.find(
    (d): d is Extract<NamedDeclaration, { kind: "constant" }> =>
      d.kind === "constant" && d.name.text === token,
  );
  const value = named && scope.c.checked.constants.get(named.value);
  if (typeof value === "bigint") return Number(value);
  const member = scope.c.checked.program.declarations
    .flatMap((d) => (d.kind === "enum" ? d.members : []))
    .find(({ name }) => name.text === token);
  const given = member?.value ? scope.c.checked.constants.get(member.value) : undefined;
  return typeof given === "bigint" ? Number(given) : null;
}
