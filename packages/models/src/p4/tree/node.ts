import type { Annotation, Name, NamedValue } from "./base.ts";
import type { ErrorDeclaration, MatchKindDeclaration, NamedDeclaration, P4Program } from "./declarations.ts";
import type { Argument, Expression } from "./expressions.ts";
import type { SelectCase, Statement, SwitchCase, Transition } from "./statements.ts";
import type { ActionReference, KeyElement, TableEntry, TableProperty } from "./tables.ts";
import type { TypeNode } from "./types.ts";

/** Every node of the tree: a union by `kind`, each with a `span`. */
export type Node =
  | P4Program
  | NamedDeclaration
  | ErrorDeclaration
  | MatchKindDeclaration
  | Statement
  | SwitchCase
  | Transition
  | SelectCase
  | Expression
  | Argument
  | TypeNode
  | TableProperty
  | KeyElement
  | ActionReference
  | TableEntry
  | Annotation
  | NamedValue
  | Name;
