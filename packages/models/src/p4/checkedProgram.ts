import type { Diagnostic, Span } from "../core/index.ts";
import type { ArchitectureModel } from "./architectures/architectureModel.ts";
import type {
  CallExpression,
  Expression,
  InstantiationDeclaration,
  Name,
  NamedDeclaration,
  P4Program,
  TypeNode,
} from "./tree/index.ts";
import type { ResolvedCall } from "./types/call/resolvedCall.ts";
import type { Type } from "./types/type/type.ts";

/** A P4 text and the name under which spans cite it. */
export type SourceText = { file: string; text: string };

/**
 * Finds an included file: null when there is none. `kind` is "system" for `<…>`, "user" for `"…"`.
 * `core.p4` and the architectures are built in and are asked for only when this returns null.
 */
export type ResolveInclude = (path: string, fromFile: string, kind: "system" | "user") => SourceText | null;

export type ParseOptions = {
  /** `-D NAME=VALUE`; an empty string defines the bare name as 1 */
  defines?: Readonly<Record<string, string>>;
  resolveInclude?: ResolveInclude;
  /** id of the architecture the program must be for ("tna"), whose macros are then defined; left out: as `main` says */
  architecture?: string;
};

/** Value known at compile time; an enum or error member stands as its declaration name. */
export type ConstantValue = bigint | boolean | string;

/** A `#define`, or a `-D`; `text` is what stands behind its name. */
export type MacroDefinition = { name: string; text: string; span: Span | null };

/** What the preprocessor met: the tree shows only its outcome. */
export type PreprocessorTrace = {
  macros: MacroDefinition[];
  /** every word of the text that stands for a macro, its place in `#ifdef`, `#if` and `#undef` included */
  uses: { macro: MacroDefinition; span: Span }[];
  /** span of what stands behind `#include`, and the file that it brought */
  includes: { span: Span; file: string }[];
};

/**
 * Outcome of `parseP4`. `program` is always a whole tree, with missing nodes where text is missing.
 * `files` maps every file that contributed text (spans cite these names), built-in ones included.
 */
export type ParsedProgram = {
  program: P4Program;
  diagnostics: Diagnostic[];
  files: ReadonlyMap<string, string>;
  preprocessor: PreprocessorTrace;
};

/** Outcome of `checkP4`: the plain tree and side tables keyed by node identity. */
export type CheckedProgram = ParsedProgram & {
  /** every Name that refers to something -> what it refers to (fields, methods, states, action names included) */
  references: ReadonlyMap<Name, NamedDeclaration>;
  /** type of every expression, and meaning of every type node */
  types: ReadonlyMap<Expression | TypeNode, Type>;
  /** type of every variable, constant, parameter, field, instance, table, … */
  declarationTypes: ReadonlyMap<NamedDeclaration, Type>;
  /** expressions whose value is known at compile time */
  constants: ReadonlyMap<Expression, ConstantValue>;
  /** what every call calls */
  calls: ReadonlyMap<CallExpression, ResolvedCall>;
  /** what every instantiation constructs */
  instances: ReadonlyMap<InstantiationDeclaration, Extract<ResolvedCall, { kind: "construct" }>>;
  /** null when there is no `main`, or it instantiates a package that no architecture describes */
  architecture: ArchitectureModel | null;
};
