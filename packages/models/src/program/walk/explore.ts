import type { Flow, FlowEdge, FlowNode, Value } from "../flow/flow.ts";
import { split } from "../state/assume.ts";
import { canonicalState, Numbering } from "../state/canonical.ts";
import { fingerprint } from "../state/fingerprint.ts";
import { valuesWithin } from "../state/openIndices.ts";
import { copyState, initialState, put, type State } from "../state/state.ts";
import { constantTerm } from "../state/term.ts";
import { eventKey, type WalkEvent } from "./events.ts";
import { execute } from "./execute.ts";
import { findLoopHeads, liveCells, visitsCell } from "./liveness.ts";

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
  /** false: forget values and keep header validity only. Smaller, but paths that values contradict stay in. */
  keepValues: boolean;
};

/** Our choice: rounds of a loop that no header stack bounds. */
const LOOP_ROUNDS = 32;

/** Our choice: operations, cells and facts gone through; public programs with 150,000 vertices take 4 million. */
const WORK_LIMIT = 10_000_000;

/** Our choice: cells and facts that vertices hold at most while they wait, some 100 bytes each. */
const HELD_LIMIT = 1_000_000;

/** Of a vertex that has not been expanded. */
const NO_ARCS: readonly Arc[] = [];
const NO_EVENTS: WalkEvent[] = [];
const NO_STATES: readonly State[] = [];

/** The graph of (node, remembered state) pairs that are reachable without contradiction; null when there are none. */
export function explore(program: Flow, { vertexLimit, keepValues }: ExploreOptions): Exploration | null {
  const flow = keepValues ? program : withOpenDecisions(program);
  const loopHeads = findLoopHeads(flow);
  const largestStack = Math.max(0, ...[...flow.storage.stacks.values()].map((stack) => stack.size));
  const loopLimit = Math.max(LOOP_ROUNDS, largestStack + 1);
  const allLive = liveCells(flow, loopHeads);
  const live = keepValues ? allLive : withoutValues(allLive, flow);
  const vertices = new Map<string, Vertex>();
  const names = new Numbering();
  const passing = passingNodes(flow, loopHeads);
  let loopCut = false;
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
    const cells = live.get(id);
    if (!node || !cells) return null;
    if (states.length === 1 && passing.has(id))
      return { vertex: take({ node, states, arcs: NO_ARCS, alive: false }), isNew: true };
    const canonical = new Map<string, State>();
    for (const state of states) {
      const counted = loopHeads.has(id) ? countVisit(state, id, loopLimit) : state;
      if (!counted) loopCut = true;
      const reduced = counted && canonicalState(counted, cells, names);
      if (reduced) canonical.set(reduced.key, reduced.state);
    }
    if (canonical.size === 0) return null;
    const key = vertexKey(names.of(id), [...canonical.keys()]);
    const known = vertices.get(key);
    if (known) return { vertex: known, isNew: false };
    const vertex = take({ node, states: [...canonical.values()], arcs: NO_ARCS, alive: false });
    vertices.set(key, vertex);
    return { vertex, isNew: true };
  };

  const expand = (vertex: Vertex): void => {
    const arcs: Arc[] = [];
    for (const { events, states } of runNode(vertex, flow)) {
      if (vertex.node.kind === "end") {
        arcs.push({ edge: null, events, to: null });
        continue;
      }
      for (const { edge, taken } of branch(vertex.node, states, flow)) {
        const entered = enter(edge.to, taken);
        if (entered) arcs.push({ edge: edge.id, events, to: entered.vertex });
      }
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
  return { order: finished, start: first.vertex, loopLimit, loopCut, complete };
}

/** A node's number in two letters, and the keys of its states: of one as it is, of several what stands for them. */
function vertexKey(node: number, states: readonly string[]): string {
  const [first = ""] = states;
  const all = states.length === 1 ? first : fingerprint(states.toSorted().join("\n"));
  return String.fromCharCode(node & 0xffff, node >>> 16) + all;
}

const sizeOf = ({ headers, values, facts }: State): number => headers.size + values.size + facts.size;

/** States after the node's operations, grouped by what the operations counted. */
function runNode(vertex: Vertex, flow: Flow): { events: WalkEvent[]; states: State[] }[] {
  if (vertex.node.operations.length === 0) return [{ events: NO_EVENTS, states: [...vertex.states] }];
  const groups = new Map<string, { events: WalkEvent[]; states: State[] }>();
  for (const before of vertex.states) {
    for (const { state, events } of execute(before, vertex.node.operations, flow.storage)) {
      const key = events.map(eventKey).join(" ");
      const group = groups.get(key);
      if (group) group.states.push(state);
      else groups.set(key, { events, states: [state] });
    }
  }
  return [...groups.values()];
}

function branch(
  node: FlowNode,
  states: readonly State[],
  flow: Flow,
): { edge: FlowNode["edges"][number]; taken: readonly State[] }[] {
  const branches: { edge: FlowNode["edges"][number]; taken: readonly State[] }[] = [];
  let remaining: readonly State[] = states;
  for (const edge of node.edges) {
    const { guard } = edge;
    const parts = guard ? remaining.flatMap((state) => splitWithin(state, guard, flow.storage)) : null;
    const taken = parts ? parts.flatMap((part) => part.holds) : remaining;
    if (taken.length > 0) branches.push({ edge, taken });
    if (node.branching === "ordered") remaining = parts ? parts.flatMap((part) => part.fails) : [];
  }
  return branches;
}

const splitWithin = (state: State, guard: Value, storage: Flow["storage"]): ReturnType<typeof split>[] =>
  valuesWithin(state, guard, storage).map((way) => split(way.state, way.item, storage));

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

/** The state with one more visit of loop head `id`, or null when that is one too many. */
function countVisit(state: State, id: string, limit: number): State | null {
  const cell = visitsCell(id);
  const held = state.values.get(cell);
  const visits = held?.kind === "constant" && typeof held.value === "bigint" ? held.value : 0n;
  if (visits >= BigInt(limit)) return null;
  const counted = copyState(state);
  put(counted, "values", cell, constantTerm(visits + 1n));
  return counted;
}

/** What holds only of a value that is known may hold of each that was forgotten. */
function withOpenDecisions(flow: Flow): Flow {
  const open = (value: Value): Value => {
    if (value.kind !== "operation") return value;
    if (value.operator === "known") return { kind: "unknown", shape: value.shape };
    return { ...value, operands: value.operands.map(open) };
  };
  const openEdge = (edge: FlowEdge): FlowEdge => (edge.guard ? { ...edge, guard: open(edge.guard) } : edge);
  const nodes = [...flow.nodes.values()].map((node) => ({ ...node, edges: node.edges.map(openEdge) }));
  return { ...flow, nodes: new Map(nodes.map((node) => [node.id, node])) };
}

/** Only header validity, stack positions and loop counters stay live. */
function withoutValues(
  live: ReadonlyMap<string, ReadonlySet<string>>,
  flow: Flow,
): Map<string, ReadonlySet<string>> {
  const reduced = new Map<string, ReadonlySet<string>>();
  for (const [id, cells] of live) {
    reduced.set(
      id,
      new Set([...cells].filter((cell) => flow.storage.headers.has(cell) || cell.includes("$"))),
    );
  }
  return reduced;
}
