import type { Span } from "../../core/index.ts";
import type { Name } from "./base.ts";
import type { Expression } from "./expressions.ts";

/** `name`, `.name`, `name<…>`. */
export type NamedTypeNode = {
  kind: "namedType";
  name: Name;
  /** written with a leading dot: looked up at top level */
  isGlobal: boolean;
  arguments: TypeNode[];
  span: Span;
};

/**
 * `bit`, `bit<w>`, `int`, `int<w>`, `varbit<w>`. A null width means bit<1> for `bit` and arbitrary precision for `int`.
 */
type BitTypeNode = {
  kind: "bitType";
  form: "bit" | "int" | "varbit";
  width: Expression | null;
  span: Span;
};

type BaseTypeNode = {
  kind: "baseType";
  name: "bool" | "error" | "string" | "match_kind" | "void";
  span: Span;
};

/** `element[size]` */
type StackTypeNode = { kind: "stackType"; element: TypeNode; size: Expression; span: Span };

/** `tuple<…>` */
type TupleTypeNode = { kind: "tupleType"; arguments: TypeNode[]; span: Span };

/** `list<T>` */
type ListTypeNode = { kind: "listType"; element: TypeNode; span: Span };

/** `_` where a type argument stands */
type DontCareTypeNode = { kind: "dontCareType"; span: Span };

/** stands where a type was expected; its error has been reported */
type MissingTypeNode = { kind: "missingType"; span: Span };

/** A type as written. What it means is in `CheckedProgram.types`. */
export type TypeNode =
  | NamedTypeNode
  | BitTypeNode
  | BaseTypeNode
  | StackTypeNode
  | TupleTypeNode
  | ListTypeNode
  | DontCareTypeNode
  | MissingTypeNode;
