import type { Flow } from "../flow/flow.ts";

/** What lies behind every end. */
const EXIT = "";

/**
 * For each node from which an end can be reached, the first that all its ways to an end have in common (its immediate
 * post-dominator); the empty text where that is no node. By the algorithm of Cooper, Harvey and Kennedy (2001).
 */
export function nextMeetings(flow: Flow): Map<string, string> {
  const order = fromEnds(flow);
  const position = new Map(order.map((id, index) => [id, index]));
  const meeting = new Map<string, string>([[EXIT, EXIT]]);
  const common = (a: string, b: string): string => {
    let [one, other] = [a, b];
    while (one !== other) {
      if ((position.get(one) ?? 0) > (position.get(other) ?? 0)) one = meeting.get(one) ?? EXIT;
      else other = meeting.get(other) ?? EXIT;
    }
    return one;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const id of order) {
      if (id === EXIT) continue;
      const known = nextNodes(flow, id).filter((to) => meeting.has(to));
      const [first, ...others] = known;
      if (first === undefined) continue;
      const met = others.reduce(common, first);
      if (meeting.get(id) === met) continue;
      meeting.set(id, met);
      changed = true;
    }
  }
  meeting.delete(EXIT);
  return meeting;
}

/** For each node, the branches that decide whether a packet meets it (Ferrante, Ottenstein and Warren 1987). */
export function controllingBranches(
  flow: Flow,
  meeting: ReadonlyMap<string, string>,
): Map<string, Set<string>> {
  const controls = new Map<string, Set<string>>();
  for (const { id, edges } of flow.nodes.values()) {
    if (edges.length < 2) continue;
    for (const { to } of edges) {
      for (let at: string | undefined = to; at && at !== meeting.get(id); at = meeting.get(at)) {
        const known = controls.get(at) ?? new Set();
        controls.set(at, known.add(id));
        if (at === id) break;
      }
    }
  }
  return controls;
}

const nextNodes = (flow: Flow, id: string): string[] => {
  const edges = flow.nodes.get(id)?.edges ?? [];
  return edges.length === 0 ? [EXIT] : edges.map(({ to }) => to);
};

/** Nodes from which an end can be reached, each behind one that it leads to: the exit first. */
function fromEnds(flow: Flow): string[] {
  const before = new Map<string, string[]>();
  for (const id of flow.nodes.keys()) {
    for (const to of nextNodes(flow, id)) {
      const known = before.get(to);
      if (known) known.push(id);
      else before.set(to, [id]);
    }
  }
  const finished: string[] = [];
  const seen = new Set([EXIT]);
  const stack = [{ id: EXIT, next: 0 }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const previous = before.get(top.id)?.[top.next];
    top.next++;
    if (previous === undefined) {
      finished.push(top.id);
      stack.pop();
    } else if (!seen.has(previous)) {
      seen.add(previous);
      stack.push({ id: previous, next: 0 });
    }
  }
  return finished.reverse();
}
