export type {
  ArchitectureDefinition,
  BlockBinding,
  MetadataOutcome,
} from "./architectures/architectureModel.ts";
export { BUILT_IN_FILES } from "./architectures/builtInFiles.ts";
export { ARCHITECTURES } from "./architectures/definitions.ts";
export { NOT_SET } from "./architectures/tna.ts";
export type {
  CheckedProgram,
  ParseOptions,
  ResolveInclude,
  SourceText,
} from "./checkedProgram.ts";
export { checkOnce } from "./checkOnce.ts";
export { checkP4 } from "./checkP4.ts";
export { P4_CODES } from "./codes.ts";
export { isP4Text } from "./isP4Text.ts";
export { tokenizeP4 } from "./lex/tokenize.ts";
export * as operators from "./operators.ts";
export { parseP4 } from "./parseP4.ts";
export { type OutlineItem, outlineOf } from "./services/outline.ts";
export { definitionAt, referencesOf, type SymbolInfo, symbolAt } from "./services/symbol.ts";

export type {
  ActionDeclaration,
  ActionReference,
  Annotation,
  AssignmentStatement,
  BinaryOperator,
  BlockStatement,
  CallExpression,
  ControlDeclaration,
  Expression,
  ForInStatement,
  ForStatement,
  FunctionDeclaration,
  IfStatement,
  InstantiationDeclaration,
  MemberExpression,
  Name,
  NamedDeclaration,
  Node,
  P4Program,
  Parameter,
  ParserDeclaration,
  StateDeclaration,
  Statement,
  SwitchStatement,
  TableDeclaration,
  TableEntry,
  Transition,
  TypeNode,
  UnaryOperator,
  ValueProperty,
  ValueSetDeclaration,
  VariableDeclaration,
} from "./tree/index.ts";
export type { BoundArgument, ResolvedCall } from "./types/call/resolvedCall.ts";
export { controlPlanePath, givenName, nameIn } from "./types/declaration/controlPlanePath.ts";
export { describeType } from "./types/type/describeType.ts";
export { type Bindings as TypeBindings, substitute } from "./types/type/substitute.ts";
export type { Type } from "./types/type/type.ts";
export { childrenOf, walk } from "./visit.ts";
