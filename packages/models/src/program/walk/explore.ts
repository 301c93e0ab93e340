import type { Flow, FlowNode } from "../flow/flow.ts";
import { initialState, type State } from "../state/state.ts";
import type { WalkEvent } from "./events.ts";
import { withOpenDecisions, withoutValues } from "./forget.ts";
import { findLoopHeads, liveCells } from "./liveness.ts";
import { Meeting, stepsFrom } from "./steps.ts";

/** A way from one vertex to the next: the edge taken (null at an end) and what the node counted before it. */
export type Arc = { edge: string | null; events: readonly WalkEvent[]; to: Vertex | null };

/**
 * A node together with everything a path must remember there. Paths of the program are exactly the walks from the first
 * vertex to an end, so counting and bounding paths is a matter of this graph, which has no cycles.
 */
export type Vertex = {
  node: FlowNode;
  /** emptied once the vertex has been expanded */
  states: readonly State[];
  arcs: readonly Arc[];
  /** false when no walk from here reaches an end */
  alive: boolean;
};

export type Exploration = {
  /**
   * Every vertex after those that it leads to. In this order, and as the first field, a structured clone finds what a
   * vertex leads to already cloned, and so does not descend along paths until the stack is full.
   */
  order: readonly Vertex[];
  start: Vertex;
  /** rounds after which a loop is cut, and whether one was */
  loopLimit: number;
  loopCut: boolean;
  /** false: the vertex limit was met, and walks through what was not reached are missing */
  complete: boolean;
};

export type ExploreOptions = {
  /**
   * explores this many vertices at most, and does as much work and holds as much for them as `WORK_…` and
   * `HELD_LIMIT` say
   */
  vertexLimit: number;
  /** with less than everything it is smaller, but paths that what is forgotten contradicts stay in */
  keeps: "everything" | "validity";
};

/** Our choice: rounds of a loop that no header stack bounds. */
const LOOP_ROUNDS = 32;

/** Our choice: operations, cells and facts gone through; public programs with 150,000 vertices take 4 million. */
const WORK_LIMIT = 10_000_000;

/** Our choice: cells and facts that vertices hold at most while they wait, some 100 bytes each. */
const HELD_LIMIT = 1_000_000;

/** Of a vertex that has not been expanded. */
const NO_ARCS: readonly Arc[] = [];
const NO_STATES: readonly State[] = [];

/** Rounds of a loop that are followed: as many as fill the largest stack, and one more. */
export function loopLimitOf({ storage }: Flow): number {
  const largestStack = Math.max(0, ...[...storage.stacks.values()].map((stack) => stack.size));
  return Math.max(LOOP_ROUNDS, largestStack + 1);
}

/** The graph of (node, remembered state) pairs that are reachable without contradiction; null when there are none. */
export function explore(program: Flow, { vertexLimit, keeps }: ExploreOptions): Exploration | null {
  const flow = keeps === "everything" ? program : withOpenDecisions(program);
  const loopHeads = findLoopHeads(flow);
  const loopLimit = loopLimitOf(flow);
  const live = liveCells(flow, loopHeads);
  const meeting = new Meeting(
    keeps === "validity" ? withoutValues(live, flow.storage) : live,
    loopHeads,
    loopLimit,
  );
  const vertices = new Map<string, Vertex>();
  const passing = passingNodes(flow, loopHeads);
  let complete = true;
  let work = 0;
  let held = 0;
  let expanded = 0;
  const take = (vertex: Vertex): Vertex => {
    const size = vertex.states.reduce((sum, state) => sum + sizeOf(state), 0);
    work += size + vertex.states.length * vertex.node.operations.length;
    held += size;
    return vertex;
  };
  const mayGoOn = (): boolean => expanded < vertexLimit && work < WORK_LIMIT && held < HELD_LIMIT;

  /** The vertex that stands for `states` at `id`, null when none of them is possible. */
  const enter = (id: string, states: readonly State[]): { vertex: Vertex; isNew: boolean } | null => {
    const node = flow.nodes.get(id);
    if (!node) return null;
    if (states.length === 1 && passing.has(id))
      return { vertex: take({ node, states, arcs: NO_ARCS, alive: false }), isNew: true };
    const met = meeting.enter(id, states);
    if (!met) return null;
    const known = vertices.get(met.key);
    if (known) return { vertex: known, isNew: false };
    const vertex = take({ node, states: met.states, arcs: NO_ARCS, alive: false });
    vertices.set(met.key, vertex);
    return { vertex, isNew: true };
  };

  const expand = (vertex: Vertex): void => {
    const arcs: Arc[] = [];
    for (const { edge, events, states: taken } of stepsFrom(vertex.node, vertex.states, flow)) {
      const entered = edge && enter(edge.to, taken);
      if (!edge) arcs.push({ edge: null, events, to: null });
      else if (entered) arcs.push({ edge: edge.id, events, to: entered.vertex });
    }
    held -= vertex.states.reduce((sum, state) => sum + sizeOf(state), 0);
    // of its own length: what an array grows by is most of what a hundred thousand vertices hold
    vertex.arcs = arcs.slice();
    vertex.states = NO_STATES;
  };

  const first = enter(flow.start, [initialState(flow.storage)]);
  if (!first) return null;
  const finished: Vertex[] = [];
  const stack: { vertex: Vertex; next: number }[] = [];
  const open = (vertex: Vertex): void => {
    expanded++;
    expand(vertex);
    stack.push({ vertex, next: 0 });
  };
  open(first.vertex);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const arc = top.vertex.arcs[top.next];
    top.next++;
    if (!arc) {
      top.vertex.alive = top.vertex.arcs.some((each) => each.to === null || each.to.alive);
      finished.push(top.vertex);
      stack.pop();
    } else if (arc.to && arc.to.arcs === NO_ARCS) {
      if (mayGoOn()) open(arc.to);
      else complete = false;
    }
  }
  return { order: finished, start: first.vertex, loopLimit, loopCut: meeting.loopCut, complete };
}

const sizeOf = ({ headers, values, facts }: State): number => headers.size + values.size + facts.size;

/**
 * Nodes that one edge leads to: what reaches them is apart already, so it is brought together at the next node where
 * edges meet. At an end it is, because that is where contradictions must have shown.
 */
function passingNodes(flow: Flow, loopHeads: ReadonlySet<string>): Set<string> {
  const edges = new Map<string, number>();
  for (const node of flow.nodes.values())
    for (const { to } of node.edges) edges.set(to, (edges.get(to) ?? 0) + 1);
  return new Set(
    [...flow.nodes.values()]
      .filter((node) => node.kind !== "end" && edges.get(node.id) === 1 && !loopHeads.has(node.id))
      .map((node) => node.id),
  );
}
