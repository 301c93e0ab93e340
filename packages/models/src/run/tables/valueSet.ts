import type { Type, ValueSetDeclaration } from "../../p4/index.ts";
import type { Match } from "../../program/index.ts";
import { Node, type Value } from "../values/node.ts";
import type { Shape } from "../values/shape.ts";
import { widthOf } from "../values/shape.ts";
import { isMatch, keyValue } from "./match.ts";

/** A parser's value set: the control plane says what is in it; at the beginning nothing is. */
export class ValueSetState {
  readonly name: string;
  /** bits of its fields */
  readonly widths: readonly number[];
  /** names of its fields; none when it is a plain number */
  readonly names: readonly string[];
  readonly size: number;
  readonly declaration: ValueSetDeclaration;
  /** of its members */
  readonly type: Type;
  members: readonly (readonly Match[])[] = [];

  constructor(
    name: string,
    of: { declaration: ValueSetDeclaration; type: Type },
    shape: Shape,
    size: number,
  ) {
    this.name = name;
    this.declaration = of.declaration;
    this.type = of.type;
    this.size = size;
    this.names = shape.kind === "node" ? shape.fields.map((field) => field.name) : [];
    const parts = shape.kind === "node" ? shape.fields.map((field) => field.shape) : [shape];
    this.widths = parts.map(widthOf);
  }

  has(values: readonly Value[]): boolean {
    const parts = values.flatMap((value) => (value instanceof Node ? value.f : [value]));
    return this.members.some((member) =>
      member.every((match, i) => isMatch(match, keyValue(parts[i]!, this.widths[i]!), this.widths[i]!)),
    );
  }
}
