import type { Span } from "../../core/index.ts";
import type { Annotation, Direction, Name } from "./base.ts";
import type { Argument, Expression } from "./expressions.ts";
import type { BlockStatement, Statement, Transition } from "./statements.ts";
import type { TableDeclaration } from "./tables.ts";
import type { TypeNode } from "./types.ts";

/** A type variable in `<T, U>`. */
export type TypeParameter = { kind: "typeParameter"; name: Name; span: Span };

export type Parameter = {
  kind: "parameter";
  annotations: Annotation[];
  direction: Direction;
  type: TypeNode;
  name: Name;
  defaultValue: Expression | null;
  /** annotated `@optional`: a call may leave it out */
  isOptional: boolean;
  span: Span;
};

export type ConstantDeclaration = {
  kind: "constant";
  annotations: Annotation[];
  type: TypeNode;
  name: Name;
  value: Expression;
  span: Span;
};

export type VariableDeclaration = {
  kind: "variable";
  annotations: Annotation[];
  type: TypeNode;
  name: Name;
  initializer: Expression | null;
  span: Span;
};

/** `Type(arguments) name;`, optionally with an initializer block that implements abstract methods. */
export type InstantiationDeclaration = {
  kind: "instantiation";
  annotations: Annotation[];
  type: TypeNode;
  arguments: Argument[];
  name: Name;
  /** null when there is no `= { … }` */
  body: (FunctionDeclaration | InstantiationDeclaration)[] | null;
  span: Span;
};

export type StructField = {
  kind: "field";
  annotations: Annotation[];
  type: TypeNode;
  name: Name;
  span: Span;
};

/** `header`, `header_union` and `struct` */
export type StructDeclaration = {
  kind: "struct";
  form: "header" | "headerUnion" | "struct";
  annotations: Annotation[];
  name: Name;
  typeParameters: TypeParameter[];
  fields: StructField[];
  span: Span;
};

type EnumMember = { kind: "enumMember"; name: Name; value: Expression | null; span: Span };

/** `underlying` is set for a serializable enum */
export type EnumDeclaration = {
  kind: "enum";
  annotations: Annotation[];
  name: Name;
  underlying: TypeNode | null;
  members: EnumMember[];
  span: Span;
};

export type ErrorMember = { kind: "errorMember"; name: Name; span: Span };
export type ErrorDeclaration = { kind: "error"; members: ErrorMember[]; span: Span };

export type MatchKindMember = { kind: "matchKindMember"; name: Name; span: Span };
export type MatchKindDeclaration = { kind: "matchKind"; members: MatchKindMember[]; span: Span };

/** `typedef type name;` (isNew false) or `type type name;` (isNew true) */
export type TypedefDeclaration = {
  kind: "typedef";
  isNew: boolean;
  annotations: Annotation[];
  type: TypeNode;
  name: Name;
  span: Span;
};

/** A constructor (`returnType` null) or method of an extern object. */
export type MethodDeclaration = {
  kind: "method";
  annotations: Annotation[];
  isAbstract: boolean;
  returnType: TypeNode | null;
  name: Name;
  typeParameters: TypeParameter[];
  parameters: Parameter[];
  span: Span;
};

export type ExternDeclaration = {
  kind: "extern";
  annotations: Annotation[];
  name: Name;
  typeParameters: TypeParameter[];
  methods: MethodDeclaration[];
  span: Span;
};

export type ExternFunctionDeclaration = {
  kind: "externFunction";
  annotations: Annotation[];
  returnType: TypeNode;
  name: Name;
  typeParameters: TypeParameter[];
  parameters: Parameter[];
  span: Span;
};

export type FunctionDeclaration = {
  kind: "function";
  annotations: Annotation[];
  returnType: TypeNode;
  name: Name;
  typeParameters: TypeParameter[];
  parameters: Parameter[];
  body: BlockStatement;
  span: Span;
};

export type ActionDeclaration = {
  kind: "action";
  annotations: Annotation[];
  name: Name;
  parameters: Parameter[];
  body: BlockStatement;
  span: Span;
};

/** `value_set<elementType>(size) name;` */
export type ValueSetDeclaration = {
  kind: "valueSet";
  annotations: Annotation[];
  elementType: TypeNode;
  size: Expression;
  name: Name;
  span: Span;
};

export type StateDeclaration = {
  kind: "state";
  annotations: Annotation[];
  name: Name;
  statements: Statement[];
  /** null when left out: the state rejects */
  transition: Transition | null;
  span: Span;
};

/** Declared before the first state of a parser. */
export type ParserLocal =
  | ConstantDeclaration
  | VariableDeclaration
  | InstantiationDeclaration
  | ValueSetDeclaration;

/** Declared before `apply` of a control. */
export type ControlLocal =
  | ConstantDeclaration
  | VariableDeclaration
  | InstantiationDeclaration
  | ActionDeclaration
  | TableDeclaration;

export type ParserDeclaration = {
  kind: "parser";
  annotations: Annotation[];
  name: Name;
  typeParameters: TypeParameter[];
  parameters: Parameter[];
  constructorParameters: Parameter[];
  locals: ParserLocal[];
  states: StateDeclaration[];
  span: Span;
};

export type ControlDeclaration = {
  kind: "control";
  annotations: Annotation[];
  name: Name;
  typeParameters: TypeParameter[];
  parameters: Parameter[];
  constructorParameters: Parameter[];
  locals: ControlLocal[];
  apply: BlockStatement;
  span: Span;
};

/** `parser P<H>(…);` and `control C<H>(…);`: prototypes without a body */
export type BlockTypeDeclaration = {
  kind: "blockType";
  form: "parser" | "control";
  annotations: Annotation[];
  name: Name;
  typeParameters: TypeParameter[];
  parameters: Parameter[];
  span: Span;
};

export type PackageDeclaration = {
  kind: "package";
  annotations: Annotation[];
  name: Name;
  typeParameters: TypeParameter[];
  parameters: Parameter[];
  span: Span;
};

/** What may stand at the top level of a program. */
export type Declaration =
  | ConstantDeclaration
  | InstantiationDeclaration
  | StructDeclaration
  | EnumDeclaration
  | ErrorDeclaration
  | MatchKindDeclaration
  | TypedefDeclaration
  | ExternDeclaration
  | ExternFunctionDeclaration
  | FunctionDeclaration
  | ActionDeclaration
  | ParserDeclaration
  | ControlDeclaration
  | BlockTypeDeclaration
  | PackageDeclaration;

/** A whole compilation unit; declarations of included files stand in place, told apart by `span.file`. */
export type P4Program = { kind: "program"; declarations: Declaration[]; span: Span };

/** Everything a Name can refer to. */
export type NamedDeclaration =
  | Exclude<Declaration, ErrorDeclaration | MatchKindDeclaration>
  | VariableDeclaration
  | ValueSetDeclaration
  | TableDeclaration
  | StateDeclaration
  | MethodDeclaration
  | Parameter
  | TypeParameter
  | StructField
  | EnumMember
  | ErrorMember
  | MatchKindMember;
