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
} from "../tree/index.ts";

/** `bit<width>` or `int<width>` (isSigned) */
export type BitsType = { kind: "bits"; width: number; isSigned: boolean };
/** `varbit<width>`: at most `width` bits */
export type VarbitsType = { kind: "varbits"; width: number };
/** `int` of arbitrary precision: literals and compile-time values */
export type IntegerType = { kind: "integer" };
export type SimpleType = { kind: "bool" | "string" | "error" | "matchKind" | "void" };

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

export type StackType = { kind: "stack"; element: Type; size: number };
export type TupleType = { kind: "tuple"; elements: Type[] };
export type ListType = { kind: "listOf"; element: Type };
/** the type of `{x = a, …}` before it meets a struct */
export type RecordType = { kind: "record"; fields: ReadonlyMap<string, Type>; hasRest: boolean };
/** the type of `{a, …}` before it meets a struct, tuple or stack */
export type SequenceType = { kind: "sequence"; elements: Type[]; hasRest: boolean };
export type EnumType = { kind: "enum"; declaration: EnumDeclaration; underlying: Type | null };
/** `type base name;` */
export type NewType = { kind: "newtype"; declaration: TypedefDeclaration; base: Type };
export type ExternType = { kind: "extern"; declaration: ExternDeclaration; arguments: Type[] };
/** the type of an instance of a parser or control, or of a prototype */
export type BlockType = {
  kind: "block";
  form: "parser" | "control";
  declaration: ParserDeclaration | ControlDeclaration | BlockTypeDeclaration;
  arguments: Type[];
};
export type PackageType = { kind: "package"; declaration: PackageDeclaration; arguments: Type[] };
export type TableType = { kind: "table"; declaration: TableDeclaration };
/** result of `table.apply()`: hit, miss, action_run */
export type TableResultType = { kind: "tableResult"; table: TableDeclaration };
/** type of `table.apply().action_run` */
export type ActionRunType = { kind: "actionRun"; table: TableDeclaration };
export type ActionType = { kind: "action"; declaration: ActionDeclaration };
/** a function, method or state named without being called */
export type CallableType = { kind: "callable" };
export type StateType = { kind: "state" };
/** a key set over `element` */
export type SetType = { kind: "set"; element: Type };
export type TypeVariable = { kind: "typeVariable"; declaration: TypeParameter };
/** the name of a type used as an expression (`Suit` in `Suit.Clubs`) */
export type TypeName = { kind: "typeName"; type: Type };
/** `_`, `...`, `{#}`: fits what is expected */
export type AnyType = { kind: "any" };
/** could not be found because of an error that has been reported; fits everything without further errors */
export type UnknownType = { kind: "unknown" };

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
