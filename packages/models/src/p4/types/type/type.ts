import type {
  ActionDeclaration,
  BlockTypeDeclaration,
  ControlDeclaration,
  EnumDeclaration,
  ExternDeclaration,
  PackageDeclaration,
  ParserDeclaration,
  StructDeclaration,
  StructField,
  TableDeclaration,
  TypedefDeclaration,
  TypeParameter,
} from "../../tree/index.ts";

/** `bit<width>` or `int<width>` (isSigned) */
type BitsType = { kind: "bits"; width: number; isSigned: boolean };
/** `varbit<width>`: at most `width` bits */
type VarbitsType = { kind: "varbits"; width: number };
/** `int` of arbitrary precision: literals and compile-time values */
type IntegerType = { kind: "integer" };
type SimpleType = { kind: "bool" | "string" | "error" | "matchKind" | "void" };

export type FieldType = { name: string; type: Type; declaration: StructField };

/** A header, header union or struct; with type arguments substituted into `fields`. */
export type StructType = {
  kind: "struct";
  form: "header" | "headerUnion" | "struct";
  name: string;
  declaration: StructDeclaration;
  arguments: Type[];
  /** in order of declaration */
  fields: ReadonlyMap<string, FieldType>;
};

type StackType = { kind: "stack"; element: Type; size: number };
type TupleType = { kind: "tuple"; elements: Type[] };
type ListType = { kind: "listOf"; element: Type };
/** the type of `{x = a, …}` before it meets a struct */
type RecordType = { kind: "record"; fields: ReadonlyMap<string, Type>; hasRest: boolean };
/** the type of `{a, …}` before it meets a struct, tuple or stack */
type SequenceType = { kind: "sequence"; elements: Type[]; hasRest: boolean };
export type EnumType = { kind: "enum"; declaration: EnumDeclaration; underlying: Type | null };
/** `type base name;` */
type NewType = { kind: "newtype"; declaration: TypedefDeclaration; base: Type };
export type ExternType = { kind: "extern"; declaration: ExternDeclaration; arguments: Type[] };
/** the type of an instance of a parser or control, or of a prototype */
export type BlockType = {
  kind: "block";
  form: "parser" | "control";
  declaration: ParserDeclaration | ControlDeclaration | BlockTypeDeclaration;
  arguments: Type[];
};
type PackageType = { kind: "package"; declaration: PackageDeclaration; arguments: Type[] };
type TableType = { kind: "table"; declaration: TableDeclaration };
/** result of `table.apply()`: hit, miss, action_run */
type TableResultType = { kind: "tableResult"; table: TableDeclaration };
/** type of `table.apply().action_run` */
export type ActionRunType = { kind: "actionRun"; table: TableDeclaration };
type ActionType = { kind: "action"; declaration: ActionDeclaration };
/** a function, method or state named without being called */
type CallableType = { kind: "callable" };
type StateType = { kind: "state" };
/** a key set over `element` */
type SetType = { kind: "set"; element: Type };
type TypeVariable = { kind: "typeVariable"; declaration: TypeParameter };
/** the name of a type used as an expression (`Suit` in `Suit.Clubs`) */
type TypeName = { kind: "typeName"; type: Type };
/** `_`, `...`, `{#}`: fits what is expected */
type AnyType = { kind: "any" };
/** could not be found because of an error that has been reported; fits everything without further errors */
type UnknownType = { kind: "unknown" };

/** The meaning of a type, told apart by `kind`. Typedefs are resolved away. */
export type Type =
  | BitsType
  | VarbitsType
  | IntegerType
  | SimpleType
  | StructType
  | StackType
  | TupleType
  | ListType
  | RecordType
  | SequenceType
  | EnumType
  | NewType
  | ExternType
  | BlockType
  | PackageType
  | TableType
  | TableResultType
  | ActionRunType
  | ActionType
  | CallableType
  | StateType
  | SetType
  | TypeVariable
  | TypeName
  | AnyType
  | UnknownType;
