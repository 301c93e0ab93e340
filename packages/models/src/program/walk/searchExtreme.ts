import type { Flow } from "../flow/flow.ts";
import { initialState, type State } from "../state/state.ts";
import { BestFirst } from "./bestFirst.ts";
import { loopLimitOf, type Vertex } from "./explore.ts";
import type { Counted, Futures } from "./futures.ts";
import { type Guide, stepKey } from "./guide.ts";
import { findLoopHeads, liveCells } from "./liveness.ts";
import { Meeting, stepsFrom } from "./steps.ts";

/**
 * `best`: the count of the best path known, null when none is; no path is better than `bound`. `lost`: by node, how
 * often a path could go on from there, but not to what the guide promised.
 */
export type Found = { best: number | null; bound: number | null; lost: Map<string, number> };

/** A beginning of a path: all that it knows at `vertex`, and the best that it can come to. */
type Beginning = Counted & { vertex: Vertex; states: readonly State[]; total: number; depth: number };

/** Our choice: so many steps further on are worth one that is counted more, from any path to the best one. */
const STEPS_WORTH_ONE = [1, 4, 16, Number.POSITIVE_INFINITY];

/**
 * Searches `flow` for a path with a better count than `best`, by all that paths know; what is still to come it has from
 * the guide. Looks at `limit` beginnings at most in each of its turns.
 */
export function searchExtreme(
  flow: Flow,
  guide: Guide,
  futures: Futures,
  best: number | null,
  limit: number,
): Found {
  const heads = findLoopHeads(flow);
  const meeting = new Meeting(liveCells(flow, heads), heads, loopLimitOf(flow));
  const found: Found = { best, bound: best, lost: new Map() };
  for (const steps of STEPS_WORTH_ONE) {
    const isBefore = (a: Beginning, b: Beginning): boolean => {
      const further = a.depth - b.depth;
      const better = futures.difference(a.total, b.total);
      return (better === 0 ? further : better * steps + further) > 0;
    };
    const isComplete = new Search(flow, futures, meeting, isBefore, found).from(guide.start, limit);
    if (isComplete) return { ...found, bound: found.best };
  }
  return found;
}

class Search {
  private readonly flow: Flow;
  private readonly futures: Futures;
  private readonly meeting: Meeting;
  private readonly seen = new Map<string, Counted[]>();
  private readonly numbers = new Map<Vertex, number>();
  private readonly open: BestFirst<Beginning>;
  private readonly found: Found;

  constructor(
    flow: Flow,
    futures: Futures,
    meeting: Meeting,
    isBefore: (a: Beginning, b: Beginning) => boolean,
    found: Found,
  ) {
    this.flow = flow;
    this.futures = futures;
    this.meeting = meeting;
    this.open = new BestFirst(isBefore);
    this.found = found;
  }

  /** Whether nothing is left that could be better; if not, and the best come first, `bound` is that of the rest. */
  from(start: Vertex, limit: number): boolean {
    this.reach(start, [initialState(this.flow.storage)], { count: 0, marks: 0n }, 0);
    let left = limit;
    for (let next = this.open.pop(); next; next = this.open.pop()) {
      if (!this.futures.isBetter(next.total, this.found.best)) continue;
      this.found.bound = next.total;
      if (left === 0) return false;
      left--;
      this.follow(next);
    }
    return true;
  }

  private follow(before: Beginning): void {
    const { vertex, states, total, depth } = before;
    const arcs = new Map(vertex.arcs.map((arc) => [stepKey(arc.edge, arc), arc]));
    let isKept = false;
    for (const step of stepsFrom(vertex.node, states, this.flow)) {
      const arc = arcs.get(stepKey(step.edge?.id ?? null, step));
      // what the guide rules out no packet does
      if (!arc) continue;
      const after = this.futures.after(before, step.events);
      if (this.reach(arc.to, step.states, after, depth + 1) === total) isKept = true;
    }
    const { lost } = this.found;
    if (!isKept) lost.set(vertex.node.id, (lost.get(vertex.node.id) ?? 0) + 1);
  }

  /** What paths can come to that are in one of `states` there; null when none can be. */
  private reach(
    vertex: Vertex | null,
    states: readonly State[],
    counted: Counted,
    depth: number,
  ): number | null {
    const total = this.futures.total(vertex, counted);
    if (total === null) return null;
    if (!vertex) {
      if (this.futures.isBetter(total, this.found.best)) this.found.best = total;
      return total;
    }
    const met = this.meeting.enter(vertex.node.id, states);
    if (!met) return null;
    if (
      this.futures.isBetter(total, this.found.best) &&
      this.isNew(`${this.numberOf(vertex)} ${met.key}`, counted)
    )
      this.open.push({ ...counted, vertex, states: met.states, total, depth });
    return total;
  }

  /** Whether none that was there before in the same states is at least as good. */
  private isNew(key: string, counted: Counted): boolean {
    const known = this.seen.get(key) ?? [];
    if (known.some((each) => this.futures.isAsGood(each, counted))) return false;
    this.seen.set(key, [...known, { count: counted.count, marks: counted.marks }]);
    return true;
  }

  private numberOf(vertex: Vertex): number {
    const number = this.numbers.get(vertex) ?? this.numbers.size;
    this.numbers.set(vertex, number);
    return number;
  }
}
