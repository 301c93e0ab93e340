import type { Topology, TopologyLink, TopologyNode } from "./schema.ts";

export type Neighbour = { node: string; link: TopologyLink };

/** Neighbours of each node, in the order of the links. */
export function adjacency(topology: Topology): Map<string, Neighbour[]> {
  const neighbours = new Map<string, Neighbour[]>(topology.nodes.map((node) => [node.id, []]));
  for (const link of topology.links) {
    neighbours.get(link.a)?.push({ node: link.b, link });
    neighbours.get(link.b)?.push({ node: link.a, link });
  }
  return neighbours;
}

/** Connected parts of a topology as lists of node ids, in the order of the file; one list when all nodes are joined. */
export function components(topology: Topology): string[][] {
  const neighbours = adjacency(topology);
  const seen = new Set<string>();
  const parts: string[][] = [];
  for (const { id } of topology.nodes) {
    if (seen.has(id)) continue;
    seen.add(id);
    const part = [id];
    for (let i = 0; i < part.length; i++) {
      for (const next of neighbours.get(part[i]!)!) {
        if (seen.has(next.node)) continue;
        seen.add(next.node);
        part.push(next.node);
      }
    }
    parts.push(part);
  }
  return parts;
}

export type Route = { nodes: string[]; hops: number; delayUs: number };

/**
 * Route with the least delay (links plus the plain switches it crosses) or the fewest links from `from` to
 * `to`; null when there is none. Ties go to the other measure, then to the order of the file. Unknown link
 * delays count as zero, as in the thesis (propagation neglected, Sec. 5.3.2); hosts forward nothing, so they
 * only stand at the ends.
 */
export function shortestRoute(
  topology: Topology,
  from: string,
  to: string,
  by: "delay" | "hops",
): Route | null {
  const neighbours = adjacency(topology);
  const nodes = new Map(topology.nodes.map((node) => [node.id, node]));
  if (!nodes.has(from) || !nodes.has(to)) return null;
  type Label = { cost: readonly [number, number]; via: string | null; done: boolean };
  const labels = new Map<string, Label>([[from, { cost: [0, 0], via: null, done: false }]]);
  for (;;) {
    let nearest: string | null = null;
    for (const [id, label] of labels) {
      if (!label.done && (nearest === null || before(label.cost, labels.get(nearest)!.cost))) nearest = id;
    }
    if (nearest === null) return null;
    const label = labels.get(nearest)!;
    label.done = true;
    if (nearest === to) break;
    if (nearest !== from && nodes.get(nearest)!.kind === "host") continue;
    for (const next of neighbours.get(nearest)!) {
      const delay = (next.link.delayUs ?? 0) + (next.node === to ? 0 : crossingUs(nodes.get(next.node)!));
      const step: readonly [number, number] = by === "delay" ? [delay, 1] : [1, delay];
      const cost = [label.cost[0] + step[0], label.cost[1] + step[1]] as const;
      const known = labels.get(next.node);
      if (known === undefined || (!known.done && before(cost, known.cost))) {
        labels.set(next.node, { cost, via: nearest, done: false });
      }
    }
  }
  const route: string[] = [];
  for (let at: string | null = to; at !== null; at = labels.get(at)!.via) route.unshift(at);
  const [first, second] = labels.get(to)!.cost;
  return { nodes: route, hops: by === "hops" ? first : second, delayUs: by === "hops" ? second : first };
}

const before = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);

const crossingUs = (node: TopologyNode): number => (node.kind === "switch" ? (node.delayUs ?? 0) : 0);
