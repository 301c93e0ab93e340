import type { Span } from "../../core/index.ts";
import { type Construct, type Features, noFeatures } from "../../core/index.ts";
import type { FlowStorage, Outcome } from "../flow/flow.ts";
import type { CountEvent, WalkEvent } from "./events.ts";
import type { Arc, Exploration, Vertex } from "./explore.ts";

/** One counted construct of a path and the place in the source that counts. */
export type CountedConstruct = { construct: Construct; span: Span; header?: string; table?: string };

export type Walk = {
  features: Features;
  states: string[];
  tables: { name: string; action: string }[];
  externs: string[];
  outcome: Outcome;
  counted: CountedConstruct[];
  /** lengths of the headers added and removed, in order; null where not known */
  addedBytes: (number | null)[];
  removedBytes: (number | null)[];
  nodes: string[];
  edges: string[];
};

/** Our choice: constructs that listed paths count on average at most. */
const MEAN_COUNTED_LIMIT = 200;

/**
 * The first `limit` paths, in the order in which the program writes its branches; fewer when they are so long that the
 * list would not fit anywhere.
 */
export function listPaths(exploration: Exploration, storage: FlowStorage, limit: number): Walk[] {
  const walks: Walk[] = [];
  const trace = new Trace(storage);
  const stack: { vertex: Vertex; next: number }[] = [];
  const open = (vertex: Vertex): void => {
    trace.enter(vertex);
    stack.push({ vertex, next: 0 });
  };
  trace.save();
  open(exploration.start);
  let counted = 0;
  for (let top = stack.at(-1); top && walks.length < limit; top = stack.at(-1)) {
    if (counted > MEAN_COUNTED_LIMIT * limit) break;
    const arc = top.vertex.arcs[top.next];
    top.next++;
    if (!arc) {
      trace.restore();
      stack.pop();
      continue;
    }
    if (arc.to && !arc.to.alive) continue;
    // what the arc adds goes when the vertex that it leads to is left
    trace.save();
    trace.take(arc);
    if (arc.to) {
      open(arc.to);
    } else {
      const walk = trace.walk();
      walks.push(walk);
      counted += walk.counted.length;
      trace.restore();
    }
  }
  return walks;
}

/** What a walk counts and passes: one arc from each of its vertices. */
export function describeWalk(vertices: readonly Vertex[], arcs: readonly Arc[], storage: FlowStorage): Walk {
  const trace = new Trace(storage);
  for (const vertex of vertices) trace.enter(vertex);
  for (const arc of arcs) trace.take(arc);
  return trace.walk();
}

type MarkEvent = Extract<WalkEvent, { kind: "write" | "clear" | "move" }>;
/** A list that shrinks without giving back its memory, which arrays do. */
class Tape<T> {
  length = 0;
  private readonly items: T[] = [];

  push(item: T): void {
    this.items[this.length] = item;
    this.length++;
  }

  list(): T[] {
    return this.items.slice(0, this.length);
  }
}

/** The path that is being followed, as lists that grow and shrink with it. */
class Trace {
  private readonly storage: FlowStorage;
  private readonly nodes = new Tape<string>();
  private readonly edges = new Tape<string>();
  private readonly states = new Tape<string>();
  private readonly tables = new Tape<{ name: string; action: string }>();
  private readonly externs = new Tape<string>();
  private readonly counted = new Tape<CountedConstruct>();
  private readonly sizes = new Tape<{ construct: Construct; bytes: number | null }>();
  private readonly marks = new Tape<MarkEvent>();
  private readonly ends = new Tape<Outcome>();
  private readonly tapes: readonly { length: number }[];
  /** lengths of the tapes at the places to go back to */
  private readonly saved: number[] = [];
  /** the same event counts the same thing on every path */
  private readonly counts = new Map<WalkEvent, CountedConstruct>();

  constructor(storage: FlowStorage) {
    this.storage = storage;
    this.tapes = [
      this.nodes,
      this.edges,
      this.states,
      this.tables,
      this.externs,
      this.counted,
      this.sizes,
      this.marks,
      this.ends,
    ];
  }

  save(): void {
    for (const tape of this.tapes) this.saved.push(tape.length);
  }

  /** Goes back to where the trace was at the last `save` that has not been restored. */
  restore(): void {
    for (let index = this.tapes.length - 1; index >= 0; index--) {
      const tape = this.tapes[index];
      if (tape) tape.length = this.saved.pop() ?? 0;
    }
  }

  enter({ node }: Vertex): void {
    this.nodes.push(node.id);
    if (node.state !== undefined) this.states.push(node.state);
    if (node.tableRun) this.tables.push(node.tableRun);
    if (node.outcome) this.ends.push(node.outcome);
  }

  take({ edge, events }: Arc): void {
    if (edge !== null) this.edges.push(edge);
    for (const event of events) {
      if (event.kind === "count") {
        this.counted.push(this.countedOf(event));
        if (event.construct === "add" || event.construct === "remove")
          this.sizes.push({ construct: event.construct, bytes: event.bytes ?? null });
      } else if (event.kind === "extern") {
        this.externs.push(event.name);
      } else {
        this.marks.push(event);
      }
    }
  }

  walk(): Walk {
    const features = noFeatures();
    const counted = this.counted.list();
    for (const { construct } of counted) features[construct]++;
    for (const [cell, event] of writtenHeaders(this.marks.list())) {
      features.modify++;
      counted.push(this.modifiedBy(cell, event));
    }
    const sizes = this.sizes.list();
    const bytesOf = (construct: Construct): (number | null)[] =>
      sizes.flatMap((each) => (each.construct === construct ? [each.bytes] : []));
    return {
      features,
      states: this.states.list(),
      tables: this.tables.list(),
      externs: [...new Set(this.externs.list())],
      outcome: this.ends.list().at(-1) ?? "forward",
      counted,
      addedBytes: bytesOf("add"),
      removedBytes: bytesOf("remove"),
      nodes: this.nodes.list(),
      edges: this.edges.list(),
    };
  }

  private countedOf(event: CountEvent): CountedConstruct {
    const known = this.counts.get(event);
    if (known) return known;
    const counted: CountedConstruct = { construct: event.construct, span: event.span };
    if (event.header !== undefined) counted.header = event.header;
    if (event.table !== undefined) counted.table = event.table;
    this.counts.set(event, counted);
    return counted;
  }

  /** A write moves with its stack element, so the header is the one at the end. */
  private modifiedBy(cell: string, event: WriteEvent): CountedConstruct {
    const header = this.storage.headers.get(cell)?.name ?? cell;
    const known = this.counts.get(event);
    if (known?.header === header) return known;
    const counted: CountedConstruct = { construct: "modify", span: event.span, header };
    this.counts.set(event, counted);
    return counted;
  }
}

type WriteEvent = Extract<WalkEvent, { kind: "write" }>;

/** Headers that are written at the end, with the first write of each. */
function writtenHeaders(marks: readonly MarkEvent[]): Map<string, WriteEvent> {
  const written = new Map<string, WriteEvent>();
  for (const event of marks) {
    if (event.kind === "write") {
      if (!written.has(event.cell)) written.set(event.cell, event);
    } else if (event.kind === "clear") {
      written.delete(event.cell);
    } else {
      const first = written.get(event.from);
      written.delete(event.from);
      if (first) written.set(event.to, first);
      else written.delete(event.to);
    }
  }
  return written;
}
