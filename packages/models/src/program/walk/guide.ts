import type { Flow } from "../flow/flow.ts";
import { initialState, type State } from "../state/state.ts";
import { eventKey } from "./events.ts";
import { type Arc, type Exploration, loopLimitOf, type Vertex } from "./explore.ts";
import { askedHeaders, withOpenDecisions, withOrigins } from "./forget.ts";
import type { LiveCells } from "./liveness.ts";
import { Meeting, type Step, stepsFrom } from "./steps.ts";

/** An exploration that forgets: it has all walks that packets take, and others. */
export type Guide = Pick<Exploration, "order" | "start">;

/** Our choice: states that headers which were forgotten make of one: an open index asks for a whole stack. */
const MOST_ASKED = 256;

/** A guide that forgets more, and its arcs that are worth following. */
export type Within = { guide: Guide; arcs: ReadonlySet<Arc> };

export type Remembering = {
  flow: Flow;
  heads: ReadonlySet<string>;
  /** what matters at each node, and what of it is remembered */
  live: LiveCells;
  remembered: LiveCells;
};

/**
 * What is reachable when only the `remembered` cells are kept. Headers that were forgotten are valid or not, from the
 * packet or added, wherever that is asked. Null with more than `limit` vertices, or where too many are asked at once.
 */
export function guideWith(
  { flow, heads, live, remembered }: Remembering,
  within: Within | null,
  limit: number,
): Guide | null {
  const opened = withOpenDecisions(flow);
  // of a header only its origin may matter: then one that was added is as good as none, as it is for packets
  const kept = new Map(
    [...live].map(([id, cells]) => [id, new Set([...cells].filter((cell) => remembered.get(id)?.has(cell)))]),
  );
  const meeting = new Meeting(kept, heads, loopLimitOf(flow));
  const asked = askedHeaders(flow, live, remembered);
  for (const forgotten of asked.values())
    if (forgotten.reduce((ways, { origins }) => ways * origins.length, 1) > MOST_ASKED) return null;
  const vertices = new Map<string, Vertex>();
  const outerOf = new Map<Vertex, Vertex>();
  const numbers = new Map<Vertex, number>();
  const enter = (id: string, states: readonly State[], outer: Vertex | null): Vertex | null => {
    const node = flow.nodes.get(id);
    const met = node && meeting.enter(id, states);
    if (!met) return null;
    if (outer && !numbers.has(outer)) numbers.set(outer, numbers.size);
    const key = outer ? `${numbers.get(outer)} ${met.key}` : met.key;
    const known = vertices.get(key);
    if (known) return known;
    const vertex: Vertex = { node, states: met.states, arcs: [], alive: false };
    vertices.set(key, vertex);
    if (outer) outerOf.set(vertex, outer);
    return vertex;
  };
  const expand = (vertex: Vertex): void => {
    const node = opened.nodes.get(vertex.node.id) ?? vertex.node;
    const outer = outerOf.get(vertex);
    const ways = outer && new Map(outer.arcs.map((arc) => [stepKey(arc.edge, arc), arc]));
    const forgotten = asked.get(node.id) ?? [];
    const states = vertex.states.flatMap((state) => withOrigins(state, forgotten));
    const arcs: Arc[] = [];
    for (const step of stepsFrom(node, states, opened)) {
      const way = ways?.get(stepKey(step.edge?.id ?? null, step));
      if (ways && !(way && within?.arcs.has(way))) continue;
      const to = step.edge && enter(step.edge.to, step.states, way?.to ?? null);
      if (to || !step.edge) arcs.push({ edge: step.edge?.id ?? null, events: step.events, to });
    }
    vertex.arcs = arcs;
    vertex.states = [];
  };
  const start = enter(flow.start, [initialState(flow.storage)], within?.guide.start ?? null);
  if (!start) return null;
  const order: Vertex[] = [];
  const opening = new Set<Vertex>([start]);
  const stack = [{ vertex: start, next: 0 }];
  expand(start);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const arc = top.vertex.arcs[top.next];
    top.next++;
    if (!arc) {
      top.vertex.alive = top.vertex.arcs.some(({ to }) => !to || to.alive);
      order.push(top.vertex);
      stack.pop();
    } else if (arc.to && !opening.has(arc.to)) {
      if (opening.size >= limit) return null;
      opening.add(arc.to);
      expand(arc.to);
      stack.push({ vertex: arc.to, next: 0 });
    }
  }
  return { order, start };
}

/** What tells the ways out of one vertex apart. */
export const stepKey = (edge: string | null, { events }: Step | Arc): string =>
  `${edge ?? ""}|${events.map(eventKey).join(" ")}`;
