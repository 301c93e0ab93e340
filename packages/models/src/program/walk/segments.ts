import type { Span } from "../../core/index.ts";
import type { Flow, FlowNode, NumberShape, Operation, Value } from "../flow/flow.ts";
import { evaluate, resolvePlace } from "../state/evaluate.ts";
import { cellsOfOperation, cellsOfValue } from "../state/reads.ts";
import { copyState, type Origin, put, type State } from "../state/state.ts";
import { type SymbolTerm, symbolTerm, type Term } from "../state/term.ts";
import { cyclicNodes } from "./components.ts";
import { execute } from "./execute.ts";

/** Where a segment begins: a node that several ways lead to, a table or an end, with its valid headers. */
export type Head = {
  id: string;
  node: FlowNode;
  headers: ReadonlyMap<string, Origin>;
  /** numbers that are known there, by cell: next indices of stacks; in a loop all, so that constants unroll it */
  known: ReadonlyMap<string, Term>;
};

/** What was written to a cell, and by what. */
export type Written = { term: Term; span: Span };

/**
 * What a packet does in a segment; terms are over the cells as they are where it begins. `choice`: the first way whose
 * condition holds. `change`: what changes, or looks at, more than values, with the valid headers before and after.
 * `stuck`: it cannot be followed.
 */
export type Passage =
  | { kind: "choice"; node: FlowNode; ways: readonly Way[] }
  | {
      kind: "change";
      operation: Change;
      header: string | null;
      before: ReadonlyMap<string, Origin>;
      after: ReadonlyMap<string, Origin>;
      next(): Passage;
    }
  | { kind: "next"; head: Head; written: ReadonlyMap<string, Written> }
  | { kind: "stuck"; why: string; span: Span | null };

type Way = { condition: Term; span: (() => Span) | null; passage(): Passage };

type Change = Extract<
  Operation,
  { kind: "extract" | "advance" | "setValid" | "setInvalid" | "copy" | "push" | "pop" | "extern" }
>;

const isChange = (operation: Operation): operation is Change =>
  ["extract", "advance", "setValid", "setInvalid", "copy", "push", "pop", "extern"].includes(operation.kind);

/** Numbers of unknowns that are no cell begin here. */
const UNKNOWN = 2 ** 32;

type Point = { head: Head; state: State; written: ReadonlyMap<string, Written> };

/**
 * A flow for packets in segments: straight work and branches between nodes where ways meet. What a value is made of is
 * known within a segment; between them values are in cells. Segments are made when they are asked for.
 */
export class Segments {
  readonly start: Head;
  /** what cells that something may read look like */
  readonly shapes: ReadonlyMap<string, NumberShape>;
  private readonly flow: Flow;
  private readonly heads: ReadonlySet<string>;
  private readonly loops: ReadonlySet<string>;
  private readonly symbols = new Map<string, SymbolTerm>();
  private readonly cells: string[] = [];
  /** the header that a cell is a field of */
  private readonly owners: ReadonlyMap<string, string>;

  constructor(flow: Flow) {
    this.flow = { ...flow, nodes: new Map([...flow.nodes].map(([id, node]) => [id, exactNode(node)])) };
    this.heads = headsOf(flow);
    this.loops = cyclicNodes(flow);
    this.owners = new Map(
      [...flow.storage.headers].flatMap(([header, { fields }]) =>
        fields.map(({ name }): [string, string] => [`${header}.${name}`, header]),
      ),
    );
    this.shapes = shapesOf(flow);
    this.start = this.headAt(flow.start, new Map(), new Map());
  }

  /** The cell that the symbol of a number stands for, as it is where the segment begins; null: nobody knows it. */
  cellOf(symbol: number): string | null {
    return this.cells[symbol] ?? null;
  }

  passage(head: Head): Passage {
    const state: State = {
      headers: new Map(head.headers),
      values: new Map(head.known),
      facts: new Map(),
      nextSymbol: UNKNOWN,
      own: 0,
    };
    return this.carryOut(head.node, 0, { head, state, written: new Map() });
  }

  private headAt(id: string, headers: ReadonlyMap<string, Origin>, known: ReadonlyMap<string, Term>): Head {
    const node = this.flow.nodes.get(id)!;
    if (node.kind === "end") return { id, node, headers: new Map(), known: new Map() };
    const valid = [...headers.keys()].sort().join(" ");
    const next = [...known].map(([cell, term]) => `${cell}=${term.key}`).sort();
    return { id: `${id} ${valid} ${next.join(" ")}`, node, headers, known };
  }

  private carryOut(node: FlowNode, first: number, before: Point): Passage {
    let at = before;
    for (let index = first; index < node.operations.length; index++) {
      const operation = node.operations[index]!;
      // undefined in P4, so that what is there may stay
      if (operation.kind === "assign" && operation.value.kind === "unknown" && operation.value.isUnset)
        continue;
      const state = copyState(at.state);
      this.name(state, cellsOfOperation(state, operation, this.flow.storage));
      const header = isChange(operation) ? this.headerOf(state, operation) : null;
      const [way, other] = execute(state, [operation], this.flow.storage);
      if (!way || other) {
        const why = way ? "an index that the packet decides" : "more headers than a stack has room for";
        return { kind: "stuck", why, span: "span" in operation ? operation.span : node.span };
      }
      const before = at.state.headers;
      at = { ...at, state: way.state, written: this.written(at, operation) };
      if (isChange(operation)) {
        const behind = at;
        const next = (): Passage => this.carryOut(node, index + 1, behind);
        return { kind: "change", operation, header, before, after: way.state.headers, next };
      }
    }
    return this.leave(node, at);
  }

  private leave(node: FlowNode, at: Point): Passage {
    const [only] = node.edges;
    if (only && node.edges.length === 1 && !only.guard) return this.goTo(only.to, at);
    if (node.branching === "choice")
      return { kind: "stuck", why: "a loop over more than a range of numbers", span: node.span };
    const state = copyState(at.state);
    const conditions = node.edges.map(({ guard }): Term | null => {
      if (!guard) return null;
      this.name(state, cellsOfValue(guard, this.flow.storage));
      return evaluate(state, guard, this.flow.storage);
    });
    // what a cell holds is not known here, but it can be looked at in the cell
    const isOpen = conditions.some((term) => term && hasUnknown(term));
    if (isOpen && node !== at.head.node && node.operations.length === 0) return this.begin(node.id, at);
    const ways = node.edges.flatMap((edge, index): Way[] => {
      const condition: Term = conditions[index] ?? { kind: "constant", value: true, key: "true" };
      return [{ condition, span: edge.entry ?? null, passage: () => this.goTo(edge.to, { ...at, state }) }];
    });
    return { kind: "choice", node, ways };
  }

  private goTo(id: string, at: Point): Passage {
    const node = this.flow.nodes.get(id)!;
    return this.heads.has(id) ? this.begin(id, at) : this.carryOut(node, 0, at);
  }

  /** The end of a segment: what comes next begins with what this one wrote. */
  private begin(id: string, { state, written }: Point): Passage {
    const isInLoop = this.loops.has(id);
    const known = [...state.values].filter(
      ([cell, { kind }]) => kind === "constant" && (isInLoop || cell.endsWith(".$next")),
    );
    const changed = new Map<string, Written>();
    for (const [cell, { span }] of written) {
      const term = state.values.get(cell);
      if (term && term !== this.symbols.get(cell)) changed.set(cell, { term, span });
    }
    const head = this.headAt(id, state.headers, new Map(known));
    return { kind: "next", head, written: changed };
  }

  /** Cells that an operation writes, with those of before. */
  private written({ written, state }: Point, operation: Operation): ReadonlyMap<string, Written> {
    const { storage } = this.flow;
    if (!("target" in operation)) return written;
    const { cell } = resolvePlace(state, operation.target, storage);
    if (cell === null) return written;
    const fields = storage.headers.get(cell)?.fields;
    const cells = fields?.map(({ name }) => `${cell}.${name}`) ?? [cell];
    const term: Term = { kind: "constant", value: 0n, key: "0" };
    return new Map([
      ...written,
      ...cells.map((each): [string, Written] => [each, { term, span: operation.span }]),
    ]);
  }

  private headerOf(state: State, operation: Change): string | null {
    if (operation.kind === "extern" || operation.kind === "advance") return null;
    const place =
      "header" in operation ? operation.header : "target" in operation ? operation.target : operation.stack;
    return resolvePlace(copyState(state), place, this.flow.storage).cell;
  }

  /** Gives cells that are read before the segment wrote to them their symbols; headers that are not valid have none. */
  private name(state: State, read: readonly { cell: string; shape: NumberShape }[]): void {
    for (const { cell, shape } of read) {
      const owner = this.owners.get(cell);
      if (state.values.has(cell) || (owner !== undefined && !state.headers.has(owner))) continue;
      const symbol = this.symbols.get(cell) ?? symbolTerm(this.cells.length, shape);
      if (!this.symbols.has(cell)) this.cells.push(cell);
      this.symbols.set(cell, symbol);
      put(state, "values", cell, symbol);
    }
  }
}

const hasUnknown = (term: Term): boolean =>
  term.kind !== "constant" && term.symbols.some((id) => id >= UNKNOWN);

function shapesOf({ nodes, storage }: Flow): Map<string, NumberShape> {
  const shapes = new Map<string, NumberShape>();
  const read = (value: Value | null | undefined): void => {
    for (const { cell, shape } of value ? cellsOfValue(value, storage) : []) shapes.set(cell, shape);
  };
  for (const [header, { fields }] of storage.headers)
    for (const { name, shape } of fields) shapes.set(`${header}.${name}`, shape);
  for (const { edges, operations } of nodes.values()) {
    for (const { guard } of edges) read(guard);
    for (const each of operations) if (each.kind === "assign") read(each.value);
  }
  return shapes;
}

function headsOf(flow: Flow): Set<string> {
  const ways = new Map<string, number>([[flow.start, 2]]);
  for (const { edges } of flow.nodes.values())
    for (const { to } of edges) ways.set(to, (ways.get(to) ?? 0) + 1);
  const isHead = ({ id, kind }: FlowNode): boolean =>
    kind === "table" || kind === "end" || (ways.get(id) ?? 0) > 1;
  return new Set([...flow.nodes.values()].filter(isHead).map(({ id }) => id));
}

const exactNode = (node: FlowNode): FlowNode => ({
  ...node,
  edges: node.edges.map((edge) => ({ ...edge, guard: edge.guard && exactValue(edge.guard) })),
  operations: node.operations.map((each) =>
    each.kind === "assign" ? { ...each, value: exactValue(each.value) } : each,
  ),
});

/** Whether a value is known is whether it is: a packet has one. */
function exactValue(value: Value): Value {
  if (value.kind !== "operation") return value;
  const operands = value.operands.map(exactValue);
  return { ...value, operands, operator: value.operator === "known" ? "==" : value.operator };
}
