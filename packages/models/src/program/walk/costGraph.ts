import type { Construct } from "../../core/index.ts";
import type { Outcome } from "../flow/flow.ts";
import { standInFor } from "../standIns.ts";
import type { WalkEvent } from "./events.ts";
import type { Arc, Vertex } from "./explore.ts";
import type { ProgramWalks } from "./programWalks.ts";

/**
 * What costs: a counted construct (`bytes`: length of an added or removed header, null when not known) or an extern.
 */
export type CostEvent =
  | { kind: "count"; construct: Construct; bytes: number | null }
  | { kind: "extern"; name: string };

/**
 * A cost of paths that is summed on the way. What does not simply add up (a threshold, something counted
 * once) goes through `state`: paths that meet at the same place in the same state cost alike from there on,
 * so the fewer states the faster. A modified header is told when it can no longer change, so a cost must not
 * depend on the order of different constructs.
 */
export type PathCost = {
  readonly start: string;
  step(state: string, event: CostEvent): { state: string; cost: number };
  /** cost that is known at the end only; null when such a path has no answer */
  end(state: string): number | null;
};

export type CostArc = { arc: Arc; cost: number; to: CostVertex | null };

/** A vertex together with what its costs depend on. `arcs` are those that reach an end, in the order of the vertex. */
export type CostVertex = { vertex: Vertex; arcs: CostArc[] };

export type CostGraph = {
  start: CostVertex;
  /** every one before those that it leads to */
  order: readonly CostVertex[];
  /** an end was reached for which there is no cost */
  unanswered: boolean;
};

/** Our choice: more than this many (vertex, cost state) pairs are not followed. */
const COST_VERTEX_LIMIT = 400_000;

type Held = { at: CostVertex; marks: bigint; state: string };

/**
 * The walks with what each step costs; ends without a cost are left out, and those of other outcomes when
 * `outcomes` are given. Null when there are too many states.
 */
export function costGraph(
  walks: ProgramWalks,
  cost: PathCost,
  outcomes: readonly Outcome[] | null = null,
): CostGraph | null {
  const marking = new Marking(walks);
  const held = new Map<Vertex, Map<string, Held>>();
  const order: CostVertex[] = [];
  let unanswered = false;
  const enter = (vertex: Vertex, marks: bigint, state: string): CostVertex => {
    const here = held.get(vertex) ?? new Map<string, Held>();
    held.set(vertex, here);
    const key = `${marks.toString(36)} ${state}`;
    const known = here.get(key);
    if (known) return known.at;
    const at: CostVertex = { vertex, arcs: [] };
    here.set(key, { at, marks, state });
    return at;
  };
  const start = enter(walks.exploration.start, 0n, cost.start);
  for (const vertex of walks.exploration.order.toReversed()) {
    const here = held.get(vertex);
    held.delete(vertex);
    for (const { at, marks, state } of here?.values() ?? []) {
      if (order.push(at) > COST_VERTEX_LIMIT) return null;
      for (const arc of vertex.arcs) {
        if (arc.to && !arc.to.alive) continue;
        if (!arc.to && outcomes && !outcomes.includes(vertex.node.outcome ?? "forward")) continue;
        const after = passArc(arc, marks, state, cost, marking, walks);
        if (arc.to) {
          at.arcs.push({ arc, cost: after.cost, to: enter(arc.to, after.marks, after.state) });
          continue;
        }
        const last = cost.end(after.state);
        if (last === null) unanswered = true;
        else at.arcs.push({ arc, cost: after.cost + last, to: null });
      }
    }
  }
  return { start, order, unanswered };
}

function passArc(
  arc: Arc,
  marks: bigint,
  state: string,
  cost: PathCost,
  marking: Marking,
  walks: ProgramWalks,
): { marks: bigint; state: string; cost: number } {
  const at = { marks, state, cost: 0 };
  const tell = (event: CostEvent): void => {
    const stepped = cost.step(at.state, event);
    at.state = stepped.state;
    at.cost += stepped.cost;
  };
  for (const event of arc.events) {
    if (event.kind === "count")
      tell({ kind: "count", construct: event.construct, bytes: event.bytes ?? null });
    else if (event.kind === "extern") tell({ kind: "extern", name: standInFor(walks.standIns, event.name) });
    else at.marks = marking.apply(at.marks, event);
  }
  const settled = at.marks & ~marking.touchedFrom(arc.to);
  for (let rest = settled; rest > 0n; rest &= rest - 1n) {
    tell({ kind: "count", construct: "modify", bytes: null });
  }
  at.marks &= ~settled;
  return at;
}

type MarkEvent = Extract<WalkEvent, { kind: "write" | "clear" | "move" }>;

/** Which headers are written, as bits; a mark that nothing can touch any more is settled. */
class Marking {
  private readonly bits = new Map<string, bigint>();
  private readonly touched = new Map<Vertex, bigint>();

  constructor({ exploration }: ProgramWalks) {
    for (const vertex of exploration.order) {
      let cells = 0n;
      for (const arc of vertex.arcs) {
        cells |= this.touchedFrom(arc.to);
        for (const event of arc.events) cells |= this.cellsOf(event);
      }
      this.touched.set(vertex, cells);
    }
  }

  touchedFrom(vertex: Vertex | null): bigint {
    return vertex ? (this.touched.get(vertex) ?? 0n) : 0n;
  }

  apply(marks: bigint, event: MarkEvent): bigint {
    switch (event.kind) {
      case "write":
        return marks | this.bit(event.cell);
      case "clear":
        return marks & ~this.bit(event.cell);
      case "move": {
        const from = this.bit(event.from);
        const to = this.bit(event.to);
        const without = marks & ~from & ~to;
        return (marks & from) === 0n ? without : without | to;
      }
    }
  }

  private bit(cell: string): bigint {
    const known = this.bits.get(cell);
    if (known !== undefined) return known;
    const bit = 1n << BigInt(this.bits.size);
    this.bits.set(cell, bit);
    return bit;
  }

  private cellsOf(event: WalkEvent): bigint {
    switch (event.kind) {
      case "write":
      case "clear":
        return this.bit(event.cell);
      case "move":
        return this.bit(event.from) | this.bit(event.to);
      default:
        return 0n;
    }
  }
}
