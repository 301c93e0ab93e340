import type { Span } from "../../core/index.ts";
import type { Annotation, Name } from "./base.ts";
import type { ConstantDeclaration, InstantiationDeclaration, VariableDeclaration } from "./declarations.ts";
import type { CallExpression, Expression } from "./expressions.ts";

export type AssignmentOperator =
  | "="
  | "+="
  | "-="
  | "|+|="
  | "|-|="
  | "*="
  | "/="
  | "%="
  | "<<="
  | ">>="
  | "&="
  | "^="
  | "|=";

export type AssignmentStatement = {
  kind: "assignment";
  target: Expression;
  operator: AssignmentOperator;
  value: Expression;
  span: Span;
};

/** A call as a statement, among them `t.apply();` and direct application `Control.apply(…);`. */
type CallStatement = { kind: "callStatement"; call: CallExpression; span: Span };

export type BlockStatement = {
  kind: "block";
  annotations: Annotation[];
  statements: Statement[];
  span: Span;
};

type EmptyStatement = { kind: "empty"; span: Span };

type ReturnStatement = { kind: "return"; value: Expression | null; span: Span };

type ExitStatement = { kind: "exit"; span: Span };

export type IfStatement = {
  kind: "if";
  condition: Expression;
  whenTrue: Statement;
  whenFalse: Statement | null;
  span: Span;
};

/** `label: body`; a null body falls through to the next case. `label` may be of kind default. */
export type SwitchCase = { kind: "switchCase"; label: Expression; body: BlockStatement | null; span: Span };

/** Both forms: over `t.apply().action_run` (labels name actions) and over a value. */
export type SwitchStatement = { kind: "switch"; subject: Expression; cases: SwitchCase[]; span: Span };

/** `for (init; condition; update) body` */
export type ForStatement = {
  kind: "for";
  annotations: Annotation[];
  initializers: Statement[];
  condition: Expression;
  updates: Statement[];
  body: Statement;
  span: Span;
};

/** `for (type name in collection) body`; `variable` is a declaration, or the name of an outer variable. */
export type ForInStatement = {
  kind: "forIn";
  annotations: Annotation[];
  variable: VariableDeclaration | Expression;
  /** a range, a list or a header stack */
  collection: Expression;
  body: Statement;
  span: Span;
};

type BreakStatement = { kind: "break"; span: Span };

type ContinueStatement = { kind: "continue"; span: Span };

export type Statement =
  | AssignmentStatement
  | CallStatement
  | BlockStatement
  | EmptyStatement
  | ReturnStatement
  | ExitStatement
  | IfStatement
  | SwitchStatement
  | ForStatement
  | ForInStatement
  | BreakStatement
  | ContinueStatement
  | VariableDeclaration
  | ConstantDeclaration
  | InstantiationDeclaration;

/** `transition name;` */
type DirectTransition = { kind: "directTransition"; target: Name; span: Span };

/** `keyset: target;`; `keyset` is a keysetTuple when it matches several arguments. */
export type SelectCase = { kind: "selectCase"; keyset: Expression; target: Name; span: Span };

/** `transition select(…) { … }` */
export type SelectTransition = {
  kind: "selectTransition";
  arguments: Expression[];
  cases: SelectCase[];
  span: Span;
};

export type Transition = DirectTransition | SelectTransition;
