import type { Span } from "../../core/index.ts";
import type {
  CallExpression,
  CheckedProgram,
  Expression,
  NamedDeclaration,
  Node,
  ResolvedCall,
  Statement,
  Type,
} from "../../p4/index.ts";
import type { Contents } from "../entries/contents.ts";
import type { ProgramTable } from "../entries/programTables.ts";
import type { Place } from "../flow/flow.ts";
import { Bodies } from "../tooManyBodies.ts";
import { FlowNodes } from "./flowNodes.ts";
import { type Frame, findBinding, typeOfDeclaration } from "./frame.ts";
import type { ArchitectureSemantics } from "./semantics.ts";

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

/** Results of calls, and of other operands, that were carried out before the expression they stand in. */
export type CallResults = ReadonlyMap<Expression, CallResult>;
export type CallResult = { value: Place | null; hit: Place | null; action: Place | null };

/**
 * How statements and calls are lowered: given to the builder, because bodies, tables and loops hold statements again.
 */
export type LoweringRules = {
  /** lowers statements so that they end in `exits.next`; the id of the first node */
  statements(statements: readonly Statement[], frame: Frame, exits: Exits, builder: FlowBuilder): string;
  /** carries out a call that branches or has a body; the id of its first node */
  call(expression: CallExpression, call: ResolvedCall, scope: CallScope, exits: Exits): string;
};

/**
 * What a flow is for: "paths" that some contents of tables and some copy of a packet can take, or what "packets" do
 * that are neither copied nor come round, with tables as they are.
 */
export type FlowFor = "paths" | "packets";

/** What expressions of one statement are lowered in. */
export type CallScope = { builder: FlowBuilder; frame: Frame; results: CallResults };

/**
 * Nodes, cells and names while a P4 program is turned into its flow. Statements are lowered from the last to the first.
 */
export class FlowBuilder extends FlowNodes {
  readonly checked: CheckedProgram;
  readonly contents: Contents | null;
  readonly flowFor: FlowFor;
  /** by control-plane name */
  readonly tables: ReadonlyMap<string, ProgramTable>;
  readonly rules: LoweringRules;
  /** whether an expression carries out calls */
  readonly calling = new Map<Node, boolean>();
  readonly bodies = new Bodies();

  constructor(
    checked: CheckedProgram,
    semantics: ArchitectureSemantics,
    {
      tables,
      contents,
      flowFor,
    }: {
      tables: readonly ProgramTable[];
      contents: Contents | null;
      flowFor: FlowFor;
    },
    rules: LoweringRules,
  ) {
    super(semantics);
    this.checked = checked;
    this.contents = contents;
    this.flowFor = flowFor;
    this.tables = new Map(tables.map((table) => [table.name, table]));
    this.rules = rules;
  }

  /**
   * A frame for one more inlining of something called `name`; `controlPath`: what the control plane calls it, when it
   * is a block. Throws `TooManyBodies`.
   */
  frame(
    name: string,
    group: string,
    role: string,
    parent: Frame | null,
    controlPath = parent?.controlPath ?? "",
  ): Frame {
    this.bodies.enter();
    const path = `${parent ? `${parent.path}.` : ""}${name}#${this.number()}`;
    return { path, controlPath, group, role, bindings: new Map(), parent };
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
    const root = `${frame.path}.${name}@${this.number()}`;
    this.storage.declare(root, type, name);
    return { root, steps: [] };
  }
}
