import type { Span } from "../../core/index.ts";
import type { Annotation, Name } from "./base.ts";
import type { Expression } from "./expressions.ts";

/** `expression: matchKind;` */
export type KeyElement = {
  kind: "keyElement";
  annotations: Annotation[];
  expression: Expression;
  matchKind: Name;
  span: Span;
};

/** A member of `actions`: a name, or a call that binds the directional parameters. */
export type ActionReference = {
  kind: "actionReference";
  annotations: Annotation[];
  /** nameExpression, or call whose callee is one */
  action: Expression;
  span: Span;
};

/** `[priority = p :] keyset : action(…);` */
export type TableEntry = {
  kind: "tableEntry";
  annotations: Annotation[];
  isConst: boolean;
  priority: Expression | null;
  /** a keysetTuple, or one key set when the table has one key */
  keyset: Expression;
  /** nameExpression or call */
  action: Expression;
  span: Span;
};

type KeyProperty = { kind: "keyProperty"; elements: KeyElement[]; span: Span };

type ActionsProperty = { kind: "actionsProperty"; actions: ActionReference[]; span: Span };

export type EntriesProperty = {
  kind: "entriesProperty";
  annotations: Annotation[];
  isConst: boolean;
  entries: TableEntry[];
  span: Span;
};

/** `default_action`, `size`, and properties of an architecture such as `counters` or `implementation`. */
export type ValueProperty = {
  kind: "valueProperty";
  annotations: Annotation[];
  isConst: boolean;
  name: Name;
  value: Expression;
  span: Span;
};

export type TableProperty = KeyProperty | ActionsProperty | EntriesProperty | ValueProperty;

export type TableDeclaration = {
  kind: "table";
  annotations: Annotation[];
  name: Name;
  properties: TableProperty[];
  span: Span;
};
