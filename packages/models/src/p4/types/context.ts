import type { Span } from "../../core/index.ts";
import type { ConstantValue } from "../checkedProgram.ts";
import type { Reporter } from "../reporter.ts";
import type { Resolution } from "../resolve/resolver.ts";
import type {
  CallExpression,
  ConstantDeclaration,
  Expression,
  InstantiationDeclaration,
  Name,
  NamedDeclaration,
  TableDeclaration,
  TypeNode,
  VariableDeclaration,
} from "../tree/index.ts";
import type { ResolvedCall } from "./call/resolvedCall.ts";
import { describeType } from "./type/describeType.ts";
import type { StructType, Type } from "./type/type.ts";

/** Where the code that is checked stands: decides which statements and calls are allowed. */
export type Place = {
  kind: "top" | "parser" | "control" | "action" | "function";
  /** what `return` returns; null where it returns nothing */
  returns: Type | null;
  inLoop: boolean;
  /** in the implementation of an abstract method: the type of its object, what `this` is */
  self: Type | null;
};

export type Construction = Extract<ResolvedCall, { kind: "construct" }>;

/** The rules that call each other in circles; lower files reach higher ones through it. */
type Rules = {
  expression(c: CheckContext, e: Expression, expected?: Type | null): Type;
  call(c: CheckContext, e: CallExpression): Type;
  declaration(c: CheckContext, declaration: NamedDeclaration): Type;
};

/** Declarations that may also stand as statements. */
type LocalRules = {
  variable(c: CheckContext, d: VariableDeclaration): void;
  constant(c: CheckContext, d: ConstantDeclaration): void;
  instantiation(c: CheckContext, d: InstantiationDeclaration): void;
};

/** State of the type checker: the side tables it fills, and where it stands. */
export type CheckContext = {
  readonly resolution: Resolution;
  readonly references: Map<Name, NamedDeclaration>;
  readonly types: Map<Expression | TypeNode, Type>;
  readonly declarationTypes: Map<NamedDeclaration, Type>;
  readonly constants: Map<Expression, ConstantValue>;
  readonly declarationValues: Map<NamedDeclaration, ConstantValue>;
  readonly calls: Map<CallExpression, ResolvedCall>;
  readonly instances: Map<InstantiationDeclaration, Construction>;
  /** structs without type parameters, so that equal types are one object */
  readonly structs: Map<NamedDeclaration, StructType>;
  /** of how many parts a type is made, nested ones counted */
  readonly parts: Map<Type, number>;
  /** structs whose fields are being looked at */
  readonly openStructs: Set<NamedDeclaration>;
  /** elements of which only the size of their type is asked: none is read */
  readonly onlySized: Set<Expression>;
  readonly tableActions: Map<TableDeclaration, Set<NamedDeclaration>>;
  /** divisions at run time: the architecture decides whether there may be any */
  readonly divisions: { operator: string; span: Span }[];
  readonly reporter: Reporter;
  readonly rules: Rules;
  readonly locals: LocalRules;
  /** the action that tables run by default: is it there, or what has its name instead? */
  readonly noAction: "declared" | "none" | Name;
  place: Place;
};

export const UNKNOWN: Type = { kind: "unknown" };
export const ANY: Type = { kind: "any" };
/** A type argument that the program leaves out: "any", but nobody wrote `_`. */
export const LEFT_OUT: Type = { kind: "any" };
export const BOOL: Type = { kind: "bool" };
export const VOID: Type = { kind: "void" };
export const INTEGER: Type = { kind: "integer" };
export const ERROR: Type = { kind: "error" };
export const STRING: Type = { kind: "string" };
export const CALLABLE: Type = { kind: "callable" };
export const bits = (width: number, isSigned = false): Type => ({ kind: "bits", width, isSigned });
export const BIT32: Type = bits(32);

/** Runs `inner` at another place. */
export function withPlace(c: CheckContext, place: Partial<Place>, inner: () => void): void {
  const outer = c.place;
  c.place = { ...outer, ...place };
  inner();
  c.place = outer;
}

/** Reports that a value does not have the type that `purpose` needs; silent when either is unknown already. */
export function mismatch(
  c: CheckContext,
  purpose: string,
  expected: Type | string,
  actual: Type,
  span: Span,
  hint = "",
): void {
  if (actual.kind === "unknown" || (typeof expected !== "string" && expected.kind === "unknown")) return;
  const wanted = typeof expected === "string" ? expected : describeType(expected);
  c.reporter.error(
    "p4-type-mismatch",
    `${purpose} needs ${wanted}, but this is ${describeType(actual)}${hint}`,
    span,
  );
}
