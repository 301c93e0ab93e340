import type { Span } from "../../core/index.ts";
import type {
  CallExpression,
  CheckedProgram,
  NamedDeclaration,
  ResolvedCall,
  Statement,
  Type,
} from "../../p4/index.ts";
import type { TableEntries } from "../entries.ts";
import type { Flow, FlowEdge, FlowGroup, FlowNode, NodeKind, Operation, Place, Value } from "../flow/flow.ts";
import { type Frame, findBinding, typeOfDeclaration } from "./frame.ts";
import type { ArchitectureSemantics } from "./semantics.ts";
import { StorageBuilder } from "./storageBuilder.ts";

/** An edge before it has an id. */
export type Way = { to: string; label: string; guard: Value | null };

export type NodeParts = {
  kind: NodeKind;
  label: string;
  span: Span | null;
  operations?: readonly Operation[];
  branching?: "ordered" | "choice";
  ways: readonly Way[];
  state?: string;
  tableRun?: { name: string; action: string };
  outcome?: FlowNode["outcome"];
};

/** Where control goes from a statement, besides falling through. */
export type Exits = {
  next: string;
  returnTo: string;
  exitTo: string;
  rejectTo: string;
  breakTo: string | null;
  continueTo: string | null;
  /** place of a function's result */
  result: Place | null;
};

/** Results of calls that were carried out before the expression they stand in. */
export type CallResults = ReadonlyMap<CallExpression, CallResult>;
export type CallResult = { value: Place | null; hit: Place | null; action: Place | null };

/** How statements and calls are lowered: given to the builder, because bodies, tables and loops hold statements again. */
export type LoweringRules = {
  /** lowers statements so that they end in `exits.next`; the id of the first node */
  statements(statements: readonly Statement[], frame: Frame, exits: Exits, builder: FlowBuilder): string;
  /** carries out a call that branches or has a body; the id of its first node */
  call(expression: CallExpression, call: ResolvedCall, scope: CallScope, exits: Exits): string;
};

/** What expressions of one statement are lowered in. */
export type CallScope = { builder: FlowBuilder; frame: Frame; results: CallResults };

/** Nodes, cells and names while a program is turned into its flow. Statements are lowered from the last to the first. */
export class FlowBuilder {
  readonly checked: CheckedProgram;
  readonly semantics: ArchitectureSemantics;
  readonly entries: TableEntries | null;
  readonly rules: LoweringRules;
  readonly storage = new StorageBuilder();
  /** root of the intrinsic metadata that holds the drop port */
  intrinsic: string | null = null;
  private readonly nodes = new Map<string, FlowNode>();
  private readonly groups: FlowGroup[] = [];
  private nextId = 0;

  constructor(
    checked: CheckedProgram,
    semantics: ArchitectureSemantics,
    entries: TableEntries | null,
    rules: LoweringRules,
  ) {
    this.checked = checked;
    this.semantics = semantics;
    this.entries = entries;
    this.rules = rules;
  }

  addGroup(group: FlowGroup): void {
    this.groups.push(group);
  }

  /** What people call the block with this group id. */
  groupLabel(id: string): string {
    return this.groups.find((group) => group.id === id)?.label ?? "";
  }

  /** An id for a node that is defined later, so that cycles can be closed. */
  reserve(): string {
    const id = `n${this.nextId}`;
    this.nextId++;
    return id;
  }

  define(id: string, group: string, parts: NodeParts): string {
    const edges: FlowEdge[] = parts.ways.map((way, index) => ({ id: `${id}.${index}`, ...way }));
    this.nodes.set(id, {
      id,
      kind: parts.kind,
      label: parts.label,
      group,
      span: parts.span,
      operations: parts.operations ?? [],
      branching: parts.branching ?? "ordered",
      edges,
      ...(parts.state === undefined ? {} : { state: parts.state }),
      ...(parts.tableRun === undefined ? {} : { tableRun: parts.tableRun }),
      ...(parts.outcome === undefined ? {} : { outcome: parts.outcome }),
    });
    return id;
  }

  add(group: string, parts: NodeParts): string {
    return this.define(this.reserve(), group, parts);
  }

  /** A frame for one more inlining of something called `name`. */
  frame(name: string, group: string, role: string, parent: Frame | null): Frame {
    const path = `${parent ? `${parent.path}.` : ""}${name}#${this.nextId}`;
    this.nextId++;
    return { path, group, role, bindings: new Map(), parent };
  }

  /** Gives a declared variable a cell of its own in `frame`. */
  declare(frame: Frame, declaration: NamedDeclaration, name: string): Place {
    const place = this.temporary(frame, name, typeOfDeclaration(this.checked, declaration));
    frame.bindings.set(declaration, { kind: "place", place });
    return place;
  }

  /** The cell of a variable declared in `frame`, declared now when it is not yet. */
  placeOf(frame: Frame, declaration: NamedDeclaration, name: string): Place {
    const binding = findBinding(frame, declaration);
    return binding?.kind === "place" ? binding.place : this.declare(frame, declaration, name);
  }

  /** The text at `span` on one line, as a label. */
  textOf(span: Span): string {
    const text = this.checked.files.get(span.file)?.slice(span.start, span.end) ?? "";
    return text.replace(/\s+/g, " ").trim();
  }

  /** From the first to the last of `nodes`. */
  spanOf(nodes: readonly { span: Span }[]): Span | null {
    const first = nodes[0]?.span;
    const last = nodes.at(-1)?.span;
    if (!first || !last || first.file !== last.file) return first ?? null;
    return { ...first, end: last.end, endLine: last.endLine, endColumn: last.endColumn };
  }

  /** A cell that no name refers to. */
  temporary(frame: Frame, name: string, type: Type): Place {
    const root = `${frame.path}.${name}@${this.nextId}`;
    this.nextId++;
    this.storage.declare(root, type, name);
    return { root, steps: [] };
  }

  /** The flow from `start`, without nodes that nothing leads to; ids are given anew in the order of a first visit. */
  finish(start: string): Flow {
    const order: string[] = [];
    const seen = new Set<string>();
    const pending = [start];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      order.push(id);
      const targets = this.nodes.get(id)?.edges.map((edge) => edge.to) ?? [];
      pending.push(...targets.reverse());
    }
    const names = new Map(order.map((id, index) => [id, `n${index}`]));
    const nodes = new Map<string, FlowNode>();
    for (const id of order) {
      const node = this.nodes.get(id);
      const name = names.get(id);
      if (!node || name === undefined) continue;
      const edges = node.edges.map((edge, index) => ({
        ...edge,
        id: `${name}.${index}`,
        to: names.get(edge.to) ?? edge.to,
      }));
      nodes.set(name, { ...node, id: name, edges });
    }
    return {
      start: names.get(start) ?? start,
      nodes,
      groups: this.groups.filter((group) => [...nodes.values()].some((node) => node.group === group.id)),
      storage: this.storage.build(),
    };
  }
}
