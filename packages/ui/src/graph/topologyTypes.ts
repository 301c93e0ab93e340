/** `cluster` stands for several nodes that are drawn as one. */
export type TopologyNodeKind = "device" | "switch" | "host" | "cluster";

export interface TopologyNode {
  id: string;
  kind: TopologyNodeKind;
  label: string;
  /** Second line: the device profile. */
  detail?: string;
  /** 0..1 and above; null when unknown or when it means nothing for this node. */
  utilisation?: number | null;
  /** 0..1: how deeply its face is coloured; what it stands for is in `detail`. Null or left out: not at all. */
  heat?: number | null;
  /** Drawn as broken: why. */
  problem?: string;
  /** Given place in pixels; all nodes or none. */
  x?: number;
  y?: number;
}

export interface TopologyLink {
  id: string;
  a: string;
  b: string;
  gbps?: number | null;
  /** 0..1; null when unknown. */
  utilisation?: number | null;
  /** 0..1 of what passes the busiest link, in words; its width instead of the rate. */
  traffic?: { share: number; words: string };
  /** Drawn as broken: why. */
  problem?: string;
}

/** A chain's way through the cloud. */
export interface TopologyRoute {
  id: string;
  label: string;
  nodeIds: readonly string[];
}

/** Neighbours of every node, in the order of the links. */
export function neighboursOf(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
): Map<string, string[]> {
  const neighbours = new Map<string, string[]>(nodes.map((node) => [node.id, []]));
  for (const { a, b } of links) {
    if (!neighbours.has(a) || !neighbours.has(b)) continue;
    neighbours.get(a)?.push(b);
    neighbours.get(b)?.push(a);
  }
  return neighbours;
}

/** Hops from every node to the nearest host, or cluster, or device where there are neither: the tier it stands in. */
export function tiersOf(
  nodes: readonly TopologyNode[],
  neighbours: ReadonlyMap<string, readonly string[]>,
): Map<string, number> {
  const ends = nodes.filter((node) => node.kind === "host" || node.kind === "cluster");
  const leaves = ends.length > 0 ? ends : nodes.filter((node) => node.kind === "device");
  return hopsFrom(
    leaves.map((node) => node.id),
    neighbours,
  );
}

/** Hops from the nearest of `sources`; nodes that none reaches are left out. */
export function hopsFrom(
  sources: readonly string[],
  neighbours: ReadonlyMap<string, readonly string[]>,
): Map<string, number> {
  const hops = new Map(sources.map((id) => [id, 0]));
  const queue = [...sources];
  for (let at = 0; at < queue.length; at++) {
    const id = queue[at] ?? "";
    for (const next of neighbours.get(id) ?? []) {
      if (hops.has(next)) continue;
      hops.set(next, (hops.get(id) ?? 0) + 1);
      queue.push(next);
    }
  }
  return hops;
}
