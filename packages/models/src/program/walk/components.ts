import type { Flow, FlowNode } from "../flow/flow.ts";

/** Nodes that lead to one another; `isCycle`: some way from one of them comes back to it. */
export type Component = { nodes: FlowNode[]; isCycle: boolean };

/** Components in the order in which Tarjan's algorithm finishes them: each before those that lead to it. */
export function stronglyConnected(flow: Flow): Component[] {
  const components: Component[] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: FlowNode[] = [];
  const isOpen = new Set<string>();
  const work: { node: FlowNode; next: number }[] = [];
  const enter = (id: string): void => {
    const node = flow.nodes.get(id);
    if (!node) return;
    index.set(id, index.size);
    low.set(id, index.size - 1);
    open.push(node);
    isOpen.add(id);
    work.push({ node, next: 0 });
  };
  const lower = (id: string, value: number): void => {
    low.set(id, Math.min(low.get(id) ?? value, value));
  };
  enter(flow.start);
  for (let top = work.at(-1); top; top = work.at(-1)) {
    const { node } = top;
    const edge = node.edges[top.next];
    top.next++;
    if (edge) {
      if (!index.has(edge.to)) enter(edge.to);
      else if (isOpen.has(edge.to)) lower(node.id, index.get(edge.to) ?? 0);
      continue;
    }
    work.pop();
    const parent = work.at(-1);
    if (parent) lower(parent.node.id, low.get(node.id) ?? 0);
    if (low.get(node.id) !== index.get(node.id)) continue;
    const nodes = open.splice(open.indexOf(node));
    for (const each of nodes) isOpen.delete(each.id);
    const isCycle = nodes.length > 1 || node.edges.some((each) => each.to === node.id);
    components.push({ nodes, isCycle });
  }
  return components;
}

/** Nodes that a packet may meet again. */
export const cyclicNodes = (flow: Flow): Set<string> =>
  new Set(
    stronglyConnected(flow)
      .filter(({ isCycle }) => isCycle)
      .flatMap(({ nodes }) => nodes.map(({ id }) => id)),
  );
