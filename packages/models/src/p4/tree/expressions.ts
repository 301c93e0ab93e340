import type { Span } from "../../core/index.ts";
import type { Name, NamedValue } from "./base.ts";
import type { TypeNode } from "./types.ts";

/** `10`, `0xff`, `8w10`, `4s7`. `width` null: arbitrary precision. */
type NumberLiteral = {
  kind: "numberLiteral";
  value: bigint;
  width: number | null;
  isSigned: boolean;
  span: Span;
};

type BoolLiteral = { kind: "boolLiteral"; value: boolean; span: Span };

/** `value` is the text between the quotes with escapes resolved; adjacent literals are joined. */
type StringLiteral = { kind: "stringLiteral"; value: string; span: Span };

/** `name` or `.name` (isGlobal) */
export type NameExpression = { kind: "nameExpression"; name: Name; isGlobal: boolean; span: Span };

type ThisExpression = { kind: "thisExpression"; span: Span };

/** A type where an expression stands: `error` in `error.NoMatch`, `Foo<bit<8>>` in `Foo<bit<8>>.apply()`. */
type TypeExpression = { kind: "typeExpression"; type: TypeNode; span: Span };

/** `object.member` */
export type MemberExpression = { kind: "member"; object: Expression; member: Name; span: Span };

/** `object[index]` */
export type IndexExpression = { kind: "index"; object: Expression; index: Expression; span: Span };

/**
 * `object[high:low]`, or `object[low+:width]` when `form` is "plus" (then `high` is the low bit and `low` the width).
 */
export type SliceExpression = {
  kind: "slice";
  object: Expression;
  form: "range" | "plus";
  high: Expression;
  low: Expression;
  span: Span;
};

export type UnaryOperator = "!" | "~" | "-" | "+";

export type BinaryOperator =
  | "+"
  | "-"
  | "|+|"
  | "|-|"
  | "*"
  | "/"
  | "%"
  | "<<"
  | ">>"
  | "<="
  | ">="
  | "<"
  | ">"
  | "=="
  | "!="
  | "&"
  | "^"
  | "|"
  | "++"
  | "&&"
  | "||";

export type UnaryExpression = { kind: "unary"; operator: UnaryOperator; operand: Expression; span: Span };

export type BinaryExpression = {
  kind: "binary";
  operator: BinaryOperator;
  left: Expression;
  right: Expression;
  span: Span;
};

/** `value &&& mask` in key sets */
type MaskExpression = { kind: "mask"; value: Expression; mask: Expression; span: Span };

/** `low .. high` in key sets */
type RangeExpression = { kind: "range"; low: Expression; high: Expression; span: Span };

/** `condition ? then : else` */
export type ConditionalExpression = {
  kind: "conditional";
  condition: Expression;
  whenTrue: Expression;
  whenFalse: Expression;
  span: Span;
};

/** `(type) operand` */
export type CastExpression = { kind: "cast"; type: TypeNode; operand: Expression; span: Span };

/** `value` or `name = value` in a call; `_` is a value of kind dontCare. */
export type Argument = { kind: "argument"; name: Name | null; value: Expression; span: Span };

/**
 * A call of an action, function, extern method, built-in method, table, parser or control, or a constructor.
 * Which of these it is stands in `CheckedProgram.calls`.
 */
export type CallExpression = {
  kind: "call";
  callee: Expression;
  typeArguments: TypeNode[];
  arguments: Argument[];
  span: Span;
};

/** `{a, b}`, also `{a, ...}` (hasRest) */
export type ListExpression = { kind: "list"; elements: Expression[]; hasRest: boolean; span: Span };

/** `{x = a, y = b}`, also with a trailing `...` (hasRest) */
export type RecordExpression = { kind: "record"; fields: NamedValue[]; hasRest: boolean; span: Span };

/** `{#}`: an invalid header or header union */
type InvalidExpression = { kind: "invalid"; span: Span };

/** `...`: the default value of the type expected here */
type DefaultValueExpression = { kind: "defaultValue"; span: Span };

/** `(a, b)` in select cases and table entries */
export type KeysetTuple = { kind: "keysetTuple"; elements: Expression[]; span: Span };

/** `_` in key sets and arguments */
type DontCareExpression = { kind: "dontCare"; span: Span };

/** `default` in key sets, select cases and switch labels */
type DefaultExpression = { kind: "default"; span: Span };

/** stands where an expression was expected; its error has been reported */
type MissingExpression = { kind: "missingExpression"; span: Span };

export type Expression =
  | NumberLiteral
  | BoolLiteral
  | StringLiteral
  | NameExpression
  | ThisExpression
  | TypeExpression
  | MemberExpression
  | IndexExpression
  | SliceExpression
  | UnaryExpression
  | BinaryExpression
  | MaskExpression
  | RangeExpression
  | ConditionalExpression
  | CastExpression
  | CallExpression
  | ListExpression
  | RecordExpression
  | InvalidExpression
  | DefaultValueExpression
  | KeysetTuple
  | DontCareExpression
  | DefaultExpression
  | MissingExpression;
