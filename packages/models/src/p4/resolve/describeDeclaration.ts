import type { NamedDeclaration, Node } from "../tree/index.ts";

const WORDS: Record<NamedDeclaration["kind"], string> = {
  action: "an action",
  blockType: "a type of parser or control",
  constant: "a constant",
  control: "a control",
  enum: "an enum",
  enumMember: "a member of an enum",
  errorMember: "an error",
  extern: "an extern object",
  externFunction: "an extern function",
  field: "a field",
  function: "a function",
  instantiation: "an instance",
  matchKindMember: "a match kind",
  method: "a method",
  package: "a package",
  parameter: "a parameter",
  parser: "a parser",
  state: "a parser state",
  struct: "a struct or header",
  table: "a table",
  typeParameter: "a type parameter",
  typedef: "a type",
  valueSet: "a value set",
  variable: "a variable",
};

/** "a table", "an action", … for messages */
export const describeDeclaration = (declaration: NamedDeclaration): string => WORDS[declaration.kind];

const TYPES = new Set<NamedDeclaration["kind"]>([
  "blockType",
  "control",
  "enum",
  "extern",
  "package",
  "parser",
  "struct",
  "typeParameter",
  "typedef",
]);

export const isTypeDeclaration = (declaration: NamedDeclaration): boolean => TYPES.has(declaration.kind);

export const isNamedDeclaration = (node: Node): node is NamedDeclaration => Object.hasOwn(WORDS, node.kind);
