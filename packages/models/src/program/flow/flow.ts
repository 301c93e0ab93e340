import type { Span } from "../../core/index.ts";

/** A number, truth value, or the name of an enum or error member. */
export type Constant = bigint | boolean | string;

/** How to get from a root variable to a part of it. `next` and `last` are those of a header stack in a parser. */
export type Step =
  | { kind: "member"; name: string }
  | { kind: "index"; index: Value }
  | { kind: "next" }
  | { kind: "last" };

/**
 * A storage place. Roots are unique in a flow (`hdr`, `meta`, `Ingress.tmp`), so the text of a place without open
 * indices ("hdr.vlan[0].vid") names one cell of the abstract state.
 */
export type Place = { root: string; steps: readonly Step[] };

/** What a number looks like: `bits` null means unbounded. */
export type NumberShape = { bits: number | null; isSigned: boolean };

/** A lowered expression without side effects. `isUnset`: of a variable that nothing was written to. */
export type Value =
  | { kind: "constant"; value: Constant }
  | { kind: "read"; place: Place; shape: NumberShape }
  | { kind: "valid"; header: Place }
  | { kind: "lastIndex"; stack: Place }
  | { kind: "operation"; operator: Operator; operands: readonly Value[]; shape: NumberShape }
  | { kind: "unknown"; shape: NumberShape; isUnset?: true };

/**
 * P4's operators, and: `cast` (to `shape`), `slice` (operands value, high, low), `?` (condition, then, else),
 * `match` (value, pattern, mask: equal under the mask), `known` (true only when both sides are equal constants).
 */
export type Operator =
  | "+"
  | "-"
  | "|+|"
  | "|-|"
  | "*"
  | "/"
  | "%"
  | "<<"
  | ">>"
  | "&"
  | "^"
  | "|"
  | "~"
  | "negate"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "&&"
  | "||"
  | "!"
  | "cast"
  | "slice"
  | "?"
  | "match"
  | "known";

/**
 * One step of straight-line work. `header` of an assignment: the header that owns the field, null outside headers.
 * `isMachine`: the header comes from the machine, not from the packet (what it puts before the packet, what an extern
 * returns), which does not count. `varyingBits`: length of its `varbit`, which decides no path. `isPassing`: done by
 * calling something, not written, which does not count either. `packet`: the parser that takes or sees bits of its
 * packet; what a `lookahead` (of a number, or of a header: no shape) saw is in what is extracted later. `begin`: a
 * clone is made, and the headers that are valid are those that it came with. `isUnmarked`: that the header is written
 * does not matter.
 */
export type Operation =
  | { kind: "extract"; header: Place; span: Span; isMachine?: true; varyingBits?: Value; packet?: string }
  | { kind: "lookahead"; target: Place; shape: NumberShape | null; packet: string; span: Span }
  | { kind: "advance"; bits: number | null; packet: string }
  | { kind: "assign"; target: Place; header: Place | null; value: Value; span: Span; isUnmarked?: true }
  | { kind: "setValid"; header: Place; span: Span }
  | { kind: "setInvalid"; header: Place; span: Span; isPassing?: true }
  | { kind: "copy"; target: Place; source: Place; span: Span; passing?: Passing }
  | { kind: "push"; stack: Place; count: number; span: Span }
  | { kind: "pop"; stack: Place; count: number; span: Span }
  | { kind: "applyTable"; table: string; span: Span }
  | { kind: "begin"; span: Span }
  | { kind: "extern"; name: string; span: Span };

/** A copy that a call makes and nothing counts: the header goes in or comes back as it was, or its content does. */
export type Passing = "header" | "content";

export type NodeKind =
  | "state"
  | "statements"
  | "condition"
  | "switch"
  | "table"
  | "action"
  | "architecture"
  | "end";

export type Outcome = "forward" | "drop" | "recirculate" | "clone";

/**
 * Guards of an `ordered` node are tried in turn, each implying that those before failed; those of a `choice`
 * are independent.
 */
export type FlowEdge = {
  id: string;
  to: string;
  label: string;
  guard: Value | null;
  /** the entry that it is for */
  entry?: EntryPlace;
};

/** Where an entry of a table is written. */
export type EntryPlace = () => Span;

export type FlowNode = {
  id: string;
  kind: NodeKind;
  label: string;
  /** the block it belongs to, e.g. "MyParser" */
  group: string;
  span: Span | null;
  operations: readonly Operation[];
  branching: "ordered" | "choice";
  edges: readonly FlowEdge[];
  /** kind state: its name in `states` of a path */
  state?: string;
  /** kind action, when a table runs it */
  tableRun?: { name: string; action: string };
  /** kind end */
  outcome?: Outcome;
};

/** A header instance: its short name ("ipv4", "vlan[0]"), fields, and the other members of its union. */
export type HeaderCell = {
  name: string;
  fields: readonly { name: string; shape: NumberShape }[];
  /** null when its length varies or is not known */
  bytes: number | null;
  siblings: readonly string[];
};

/** Everything that a packet can be in, told apart by cell name. */
export type FlowStorage = {
  headers: ReadonlyMap<string, HeaderCell>;
  stacks: ReadonlyMap<string, { size: number }>;
  /** cells with a value when the packet arrives, e.g. zeroed metadata */
  initial: ReadonlyMap<string, Constant>;
};

export type FlowGroup = { id: string; kind: "parser" | "control" | "architecture"; label: string };

/** The control-flow graph of a program: parser, controls and the architecture's steps between them, calls inlined. */
export type Flow = {
  start: string;
  nodes: ReadonlyMap<string, FlowNode>;
  groups: readonly FlowGroup[];
  storage: FlowStorage;
};
