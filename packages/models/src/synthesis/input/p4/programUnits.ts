import type { Diagnostic, Span } from "../../../core/index.ts";
import {
  type Flow,
  type FlowNode,
  type Head,
  type NodeKind,
  type Outcome,
  type Passage,
  Segments,
  type Written,
} from "../../../program/index.ts";
import { breakLoops } from "../../graph/breakLoops.ts";
import type { NfGraph } from "../../graph/nfGraph.ts";
import type { Target, Unit, UnitRule } from "../../graph/unit.ts";
import { ANY, type Filter, intersect } from "../../header/filter.ts";
import { NO_WRITES, type Writes } from "../../header/writes.ts";
import { announcing, isFrameOnly } from "./places.ts";
import { portsOf } from "./ports.ts";
import { ProgramCells, type Roots } from "./programCells.ts";
import { type Choice, Terms } from "./terms.ts";

/** Our choice: units of a program. */
const MOST_UNITS = 20_000;

/** Externs that at most give values; what they keep is a value of the run time. */
const GIVING = /^(hash|random|digest|(direct_)?(counter|meter)\..+|register\..+|.*_checksum.*)$/;

/** A program as units: one for each segment that packets can come to. */
export class ProgramUnits {
  readonly nf: NfGraph;
  readonly diagnostics: Diagnostic[] = [];
  /** names of headers that the deparser writes; null: all */
  private readonly emitted: ReadonlySet<string> | null;
  private readonly segments: Segments;
  private readonly cells: ProgramCells;
  private readonly terms: Terms;
  private readonly heads = new Map<string, Target>();
  private readonly waiting: { head: Head; unit: Unit; rules: UnitRule[] }[] = [];
  /** why some packets are left to the function itself */
  private left: { why: string; span: Span | null } | null = null;
  private readonly forwarding: { unit: Unit; rules: UnitRule[] }[] = [];

  constructor(id: string, flow: Flow, roots: Roots, emitted: ReadonlySet<string> | null) {
    this.emitted = emitted;
    this.segments = new Segments(flow);
    this.cells = new ProgramCells(id, flow, roots, this.segments.shapes);
    this.nf = {
      id,
      units: [],
      edges: new Map(),
      inputs: new Map(),
      outputs: new Set(),
      fields: this.cells.fields,
      rewriters: new Map(),
    };
    const { layout } = this.cells;
    this.terms = new Terms((symbol) => {
      const cell = this.segments.cellOf(symbol);
      const field = cell === null ? null : this.cells.fieldOf(cell);
      return field === null ? null : { field, bits: layout(field) };
    });
  }

  /** Makes the units, and the interfaces: ports that the program or an entry names. */
  build(): void {
    const start = this.targetOf(this.segments.start);
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) {
      if (this.nf.units.length > MOST_UNITS) {
        this.unsupported("a loop of so many rounds", next.unit.span);
        return;
      }
      this.follow(this.segments.passage(next.head), ANY, next);
    }
    this.refuseEmpty();
    this.diagnostics.push(...breakLoops(this.nf));
    const { egress, ingress } = this.cells;
    const ports = portsOf(this.nf, ingress, egress);
    for (const { unit, rules } of this.forwarding) {
      const exits = this.nf.edges.get(unit.id)!;
      for (const port of ports) {
        rules.push({ filter: { [egress]: [port, port] }, writes: {}, port: exits.length });
        exits.push({ kind: "exit", name: String(port) });
      }
      rules.push(this.exceptional(ANY, "it leaves by a port that neither the program nor an entry names"));
    }
    for (const port of ports) {
      const { unit, rules } = this.unit("write", "write", null);
      rules.push({ filter: ANY, writes: this.cells.atEntry(port, this.terms), port: 0 });
      this.nf.edges.get(unit.id)!.push(start);
      this.nf.outputs.add(String(port));
      this.nf.inputs.set(String(port), { kind: "unit", id: unit.id });
    }
  }

  /** A function all of whose packets are left to itself is not worth a class. */
  private refuseEmpty(): void {
    const { left } = this;
    const isEmpty = !this.nf.units.some((unit) =>
      unit.rules.some(({ port, exception }) => port === null && !exception),
    );
    if (isEmpty && this.forwarding.length === 0 && left && this.diagnostics.length === 0)
      this.unsupported(`a program that leaves no packet to a class (${left.why})`, left.span);
  }

  private unit(element: string, name: string, span: Span | null): { unit: Unit; rules: UnitRule[] } {
    const rules: UnitRule[] = [];
    const { id: nf } = this.nf;
    const id = `${nf}/${element}${this.nf.units.length + 1}`;
    const unit = {
      id,
      nf,
      element: `P4 ${element}`,
      name,
      rules,
      opaque: null,
      given: null,
      beyond: {},
      span,
    };
    this.nf.units.push(unit);
    this.nf.edges.set(id, []);
    return { unit, rules };
  }

  private targetOf(head: Head): Target {
    const known = this.heads.get(head.id);
    if (known) return known;
    const { kind, label, span, outcome } = head.node;
    const made = this.unit(ELEMENTS[kind], label, span);
    const target: Target = { kind: "unit", id: made.unit.id };
    this.heads.set(head.id, target);
    if (kind !== "end") this.waiting.push({ head, ...made });
    else if (outcome === "forward") this.forwarding.push(made);
    else if (outcome === "drop") made.rules.push({ filter: ANY, writes: {}, port: null });
    else made.rules.push(this.exceptional(ANY, BEYOND[outcome!]!));
    return target;
  }

  /** Adds the rules by which packets of `filter` go through `passage`. */
  private follow(passage: Passage, filter: Filter, at: { head: Head; unit: Unit; rules: UnitRule[] }): void {
    const { rules, unit } = at;
    switch (passage.kind) {
      case "stuck":
        rules.push(this.exceptional(filter, passage.why, passage.span));
        return;
      case "choice":
        for (const { condition, span, passage: behind } of passage.ways) {
          const met = this.terms.where(condition);
          if (!met) {
            const { node } = passage;
            const isOpen = !this.terms.isOfFields(condition);
            if (span && !isOpen) {
              this.badEntry(node, span());
              continue;
            }
            const why = isOpen
              ? "reads a value outside the fields of a packet"
              : "is more than filters can say";
            rules.push(this.exceptional(filter, `${node.label} ${why}`, node.span));
            return;
          }
          for (const each of met) {
            const part = intersect(filter, each);
            if (part) this.follow(behind(), part, at);
            if (isAny(each)) return;
          }
        }
        return;
      case "change": {
        const { met, why } = this.changed(passage);
        const part = met && intersect(filter, met);
        if (part) this.follow(passage.next(), part, at);
        const span = "span" in passage.operation ? passage.operation.span : at.unit.span;
        // most parsers ask what comes before they take it, and then nothing else is left over
        if (why !== null)
          rules.push(part ? exception(filter, why, span) : this.exceptional(filter, why, span));
        return;
      }
      case "next": {
        const exits = this.nf.edges.get(unit.id)!;
        const target = this.targetOf(passage.head);
        const known = exits.findIndex(
          (each) => each?.kind === "unit" && target.kind === "unit" && each.id === target.id,
        );
        const port = known < 0 ? exits.push(target) - 1 : known;
        this.write([...passage.written], filter, {}, port, rules);
      }
    }
  }

  /** A rule for each way in which the values that are written come out. */
  private write(
    written: readonly [string, Written][],
    filter: Filter,
    writes: Writes,
    port: number,
    rules: UnitRule[],
  ): void {
    const [first, ...others] = written;
    if (!first) {
      rules.push({ filter, writes, port });
      return;
    }
    const [cell, { term, span }] = first;
    const field = this.cells.fieldOf(cell);
    const choices: Choice[] | null =
      field === null ? NOTHING : this.terms.writes(term, { field, bits: this.cells.layout(field) });
    if (this.cells.isHeader(cell) && (field === null || !choices || field.includes("."))) {
      if (/checksum|csum/i.test(cell)) this.write(others, filter, writes, port, rules);
      else rules.push(this.exceptional(filter, `${cell} gets a value that takes more than one field`, span));
      return;
    }
    for (const { filter: each, write } of choices ?? [{ filter: ANY, write: this.cells.any(field!) }]) {
      const part = intersect(filter, each);
      if (part)
        this.write(others, part, write && field ? { ...writes, [field]: write } : writes, port, rules);
    }
  }

  /** The packets that go on behind what changes headers or calls something, and why the others do not. */
  private changed({ operation, header, before, after }: Extract<Passage, { kind: "change" }>): {
    met: Filter | null;
    why: string | null;
  } {
    const { nameOf, isHeader, bytesOf } = this.cells;
    const on = { met: ANY, why: null };
    const left = (why: string) => ({ met: null, why });
    if (operation.kind === "extern")
      return GIVING.test(operation.name) ? on : left(`it calls ${operation.name}`);
    if (operation.kind === "advance") return left("the parser passes over bytes of it");
    if (header === null) return left("it changes a header that only the packet tells");
    if (!isHeader(header)) return operation.kind === "extract" ? left("a variable takes bytes of it") : on;
    const name = nameOf(header);
    if (operation.kind === "push" || operation.kind === "pop") return left(`its headers ${name} are moved`);
    if (operation.kind !== "extract") {
      if (before.has(header) === after.has(header)) return on;
      return left(before.has(header) ? `it loses its header ${name}` : `it gets a header ${name}`);
    }
    const taken = [...before.keys()].filter(isHeader).map(nameOf);
    const announced = operation.isMachine ? null : announcing(name, taken, bytesOf(header));
    if (!announced && !isFrameOnly(taken))
      this.unsupported(`the header ${name}, which is not a field of the model,`, operation.span);
    if (!announced) return left(`it has a header ${name}`);
    if (this.emitted?.has(name) === false) return left(`the deparser leaves out its header ${name}`);
    const met = Object.fromEntries(Object.entries(announced).map(([field, n]) => [field, [n, n]]));
    return { met, why: `what it takes for ${name} is something else` };
  }

  /** A rule for what no class of packets can be: the function itself processes them. */
  private exceptional(filter: Filter, why: string, span: Span | null = null): UnitRule {
    this.left ??= { why, span };
    return exception(filter, why, span);
  }

  private badEntry(node: FlowNode, span: Span): void {
    const why = "it has no filter: give each key a value, a prefix, a range, or a mask of leading bits";
    const message = `an entry of ${node.label} cannot be synthesised: ${why}`;
    // a table is met on several ways
    if (this.diagnostics.some((each) => each.message === message && each.span?.start === span.start)) return;
    this.diagnostics.push({ severity: "error", code: "entries-value", message, span });
  }

  private unsupported(what: string, span: Span | null): void {
    const message = `${what} cannot be synthesised; leave the program out of the chain`;
    this.diagnostics.push({ severity: "error", code: "p4-unsupported", message, span });
  }
}

const NOTHING: Choice[] = [{ filter: ANY, write: null }];

/** What a unit of a segment is called that begins with a node of this kind. */
const ELEMENTS: Readonly<Record<NodeKind, string>> = {
  state: "select",
  statements: "write",
  condition: "if",
  switch: "switch",
  table: "table",
  action: "write",
  architecture: "traffic",
  end: "output",
};

/** Why packets with such an end are no class. */
const BEYOND: Readonly<Partial<Record<Outcome, string>>> = {
  clone: "it is copied",
  recirculate: "it comes round again",
};

const isAny = (filter: Filter): boolean => Object.keys(filter).length === 0;

const exception = (filter: Filter, why: string, span: Span | null): UnitRule => ({
  filter,
  writes: NO_WRITES,
  port: null,
  exception: span ? `${why} (line ${span.line})` : why,
});
