import type { Span } from "../../../core/index.ts";

/** An element of a configuration; compound ones are already written out. */
export type ClickElement = { name: string; class: string; arguments: readonly string[]; span: Span | null };
export type ClickConnection = {
  from: string;
  fromPort: number;
  to: string;
  toPort: number;
  span: Span | null;
};

/**
 * A configuration as elements and connections: what the parser gives, and what an element graph of a chain
 * file says directly.
 */
export type ClickGraph = { elements: readonly ClickElement[]; connections: readonly ClickConnection[] };

/** A configuration before compound elements are written out: `input` and `output` are elements of a compound's body. */
export type ClickScope = {
  elements: Map<string, ClickElement>;
  connections: ClickConnection[];
  classes: Map<string, ClickCompound>;
  /** what `define` says of variables, by `$name` */
  definitions: Map<string, string>;
  /** inputs and outputs of groups in parentheses, which are connected as elements are */
  groups: Set<string>;
  /** what the class of an element was where it is declared, by name of the element: a later one may have its name */
  meant: Map<string, ClickCompound>;
};
/** `keyword`: the word before the parameter's value among the arguments; null for one by its place. */
export type ClickOverload = {
  parameters: { name: string; keyword: string | null }[];
  body: ClickScope;
};
/** The first overload that takes an element's arguments and ports; else the class that it extends, `before` it here. */
export type ClickCompound = {
  overloads: readonly ClickOverload[];
  extended: string | null;
  before: ClickCompound | null;
};
