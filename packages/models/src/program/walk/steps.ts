import type { Flow, FlowEdge, FlowNode, Value } from "../flow/flow.ts";
import { split } from "../state/assume.ts";
import { canonicalState, Numbering } from "../state/canonical.ts";
import { fingerprint } from "../state/fingerprint.ts";
import { valuesWithin } from "../state/openIndices.ts";
import { copyState, put, type State } from "../state/state.ts";
import { constantTerm } from "../state/term.ts";
import { eventKey, type WalkEvent } from "./events.ts";
import { execute } from "./execute.ts";
import { type LiveCells, visitsCell } from "./liveness.ts";

/** A way out of a node: the edge taken (null at an end), what the node counted before it, the states behind it. */
export type Step = { edge: FlowEdge | null; events: WalkEvent[]; states: readonly State[] };

const NO_EVENTS: WalkEvent[] = [];

/** The ways that `states` have through `node`, contradictions left out. */
export function stepsFrom(node: FlowNode, states: readonly State[], flow: Flow): Step[] {
  const steps: Step[] = [];
  for (const { events, states: behind } of runNode(node, states, flow)) {
    if (node.kind === "end") steps.push({ edge: null, events, states: behind });
    else
      for (const { edge, taken } of branch(node, behind, flow)) steps.push({ edge, events, states: taken });
  }
  return steps;
}

/** States after the node's operations, grouped by what the operations counted. */
function runNode(
  node: FlowNode,
  states: readonly State[],
  flow: Flow,
): { events: WalkEvent[]; states: State[] }[] {
  if (node.operations.length === 0) return [{ events: NO_EVENTS, states: [...states] }];
  const groups = new Map<string, { events: WalkEvent[]; states: State[] }>();
  for (const before of states) {
    for (const { state, events } of execute(before, node.operations, flow.storage)) {
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
): { edge: FlowEdge; taken: readonly State[] }[] {
  const branches: { edge: FlowEdge; taken: readonly State[] }[] = [];
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

/** What states at a node have to remember, and which of them are one. */
export class Meeting {
  /** whether a loop had more than `loopLimit` rounds */
  loopCut = false;
  private readonly names = new Numbering();
  private readonly live: LiveCells;
  private readonly loopHeads: ReadonlySet<string>;
  private readonly loopLimit: number;

  constructor(live: LiveCells, loopHeads: ReadonlySet<string>, loopLimit: number) {
    this.live = live;
    this.loopHeads = loopHeads;
    this.loopLimit = loopLimit;
  }

  /** The possible ones of `states` at node `id`, with a key that equal ones share; null when there are none. */
  enter(id: string, states: readonly State[]): { key: string; states: State[] } | null {
    const cells = this.live.get(id);
    if (!cells) return null;
    const canonical = new Map<string, State>();
    for (const state of states) {
      const counted = this.loopHeads.has(id) ? countVisit(state, id, this.loopLimit) : state;
      if (!counted) this.loopCut = true;
      const reduced = counted && canonicalState(counted, cells, this.names);
      if (reduced) canonical.set(reduced.key, reduced.state);
    }
    if (canonical.size === 0) return null;
    const key = meetingKey(this.names.of(id), [...canonical.keys()]);
    return { key, states: [...canonical.values()] };
  }
}

/** A node's number in two letters, and the keys of its states: of one as it is, of several what stands for them. */
function meetingKey(node: number, states: readonly string[]): string {
  const [first = ""] = states;
  const all = states.length === 1 ? first : fingerprint(states.toSorted().join("\n"));
  return String.fromCharCode(node & 0xffff, node >>> 16) + all;
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
