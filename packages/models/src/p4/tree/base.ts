import type { Span } from "../../core/index.ts";
import type { Expression } from "./expressions.ts";

/**
 * An identifier as written. `text` is empty when the parser missed it.
 * A Name that refers to something is the key of that thing in `CheckedProgram.references`.
 */
export type Name = { kind: "name"; text: string; span: Span };

export type Direction = "none" | "in" | "out" | "inout";

/** `@name`, `@name(free text)`, `@name[expressions]` or `@name[key = value, …]`. */
export type Annotation = {
  kind: "annotation";
  name: Name;
  form: "plain" | "unstructured" | "list" | "record";
  /** the tokens between the parentheses of the unstructured form, as written; strings keep their quotes */
  tokens: string[];
  /** the list form */
  expressions: Expression[];
  /** the record form */
  fields: NamedValue[];
  span: Span;
};

/** `name = value` inside a record expression or a structured annotation. */
export type NamedValue = { kind: "namedValue"; name: Name; value: Expression; span: Span };
