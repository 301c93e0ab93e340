import {
  neighboursOf,
  type TopologyLink,
  type TopologyNode,
  type TopologyRoute,
  tiersOf,
} from "./topologyTypes.ts";

/** More nodes than this are drawn as clusters (our choice). */
export const CLUSTER_OVER = 1000;

/**
 * As many nodes and clusters are drawn at once: what a canvas paints in a frame (our choice, see
 * apps/api/bench/topologyCanvas.bench.ts).
 */
export const MAX_DRAWN = 1200;

/** Nodes that can stand for one: a rack, a pod, a neighbourhood. `id` is none of a node's. */
export interface TopologyCluster {
  id: string;
  label: string;
  memberIds: string[];
}

/** Ids of clusters cannot be those of nodes, which hold no blank. */
const clusterId = (firstMember: string) => `cluster ${firstMember}`;

/**
 * Splits a cloud into clusters: what stays connected when the highest tier is taken away (the racks of a fat
 * tree). Where that leaves one large part, neighbourhoods are grown around the nodes with most links instead.
 * Parts of one node stay nodes. Too many clusters are put together in their order. The same cloud gives the
 * same clusters.
 */
export function clusterTopology(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
  atMost = MAX_DRAWN,
): TopologyCluster[] {
  const neighbours = neighboursOf(nodes, links);
  const tier = tiersOf(nodes, neighbours);
  let highest = 0;
  for (const value of tier.values()) highest = Math.max(highest, value);
  const isCore = (id: string) => highest > 0 && (tier.get(id) ?? highest) >= highest;
  const rest = nodes.filter((node) => !isCore(node.id)).map((node) => node.id);
  let parts = components(rest, neighbours);
  const largest = parts.reduce((most, part) => Math.max(most, part.length), 0);
  if (largest > atMost) {
    const size = Math.ceil(Math.sqrt(nodes.length));
    parts = neighbourhoods(
      nodes.map((node) => node.id),
      neighbours,
      size,
    );
  }
  const cores = nodes.length - parts.reduce((sum, part) => sum + part.length, 0);
  const room = Math.max(1, atMost - Math.min(cores, atMost - 1));
  const together = Math.ceil(parts.length / room);
  const groups: string[][][] = [];
  for (let at = 0; at < parts.length; at += together) groups.push(parts.slice(at, at + together));
  return groups
    .map((group) => ({ group, memberIds: group.flat() }))
    .filter(({ memberIds }) => memberIds.length > 1)
    .map(({ group, memberIds }) => ({
      id: clusterId(memberIds[0] ?? ""),
      label: [group[0] ?? [], ...(group.length > 1 ? [group.at(-1) ?? []] : [])].map(commonName).join(" – "),
      memberIds,
    }));
}

function components(ids: readonly string[], neighbours: ReadonlyMap<string, readonly string[]>): string[][] {
  const left = new Set(ids);
  return ids.flatMap((id) => {
    if (!left.delete(id)) return [];
    const part = [id];
    for (let at = 0; at < part.length; at++)
      for (const next of neighbours.get(part[at] ?? "") ?? []) if (left.delete(next)) part.push(next);
    return [part];
  });
}

/** Parts of at most `size` nodes, grown breadth first around what has most links. */
function neighbourhoods(
  ids: readonly string[],
  neighbours: ReadonlyMap<string, readonly string[]>,
  size: number,
): string[][] {
  const degree = (id: string) => neighbours.get(id)?.length ?? 0;
  const left = new Set(ids);
  return [...ids]
    .sort((a, b) => degree(b) - degree(a))
    .flatMap((id) => {
      if (!left.delete(id)) return [];
      const part = [id];
      for (let at = 0; at < part.length && part.length < size; at++) {
        for (const next of neighbours.get(part[at] ?? "") ?? [])
          if (part.length < size && left.delete(next)) part.push(next);
      }
      return [part];
    });
}

/**
 * What the names of all members begin with, up to a separator ("rack12"); the first name and "…" where there
 * is nothing.
 */
function commonName(ids: readonly string[]): string {
  const first = ids[0] ?? "";
  let length = first.length;
  for (const id of ids) {
    let same = 0;
    while (same < length && id[same] === first[same]) same++;
    length = same;
  }
  const whole = ids.every((id) => id.length === length || /[-_.:]/.test(id[length] ?? ""));
  const prefix = (whole ? first.slice(0, length) : first.slice(0, length).replace(/[^-_.:]*$/, "")).replace(
    /[-_.:]+$/,
    "",
  );
  return prefix === "" ? `${first} …` : prefix;
}

export interface CollapsedTopology {
  nodes: readonly TopologyNode[];
  links: readonly TopologyLink[];
  routes: readonly TopologyRoute[];
  /** what a node is drawn in: itself, or its cluster */
  shownAs: ReadonlyMap<string, string>;
}

/** The cloud with its clusters drawn as one node each, but for those of `expanded`. */
export function collapseTopology(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
  routes: readonly TopologyRoute[],
  clusters: readonly TopologyCluster[],
  expanded: ReadonlySet<string>,
): CollapsedTopology {
  const shownAs = new Map<string, string>(nodes.map((node) => [node.id, node.id]));
  const closed = clusters.filter((cluster) => !expanded.has(cluster.id));
  for (const cluster of closed) for (const id of cluster.memberIds) shownAs.set(id, cluster.id);
  const load = new Map<string, number>();
  const broken = new Map<string, string[]>();
  const drawn: TopologyNode[] = [];
  for (const node of nodes) {
    const shown = shownAs.get(node.id) ?? node.id;
    if (shown === node.id) {
      const { x, y, ...unplaced } = node;
      drawn.push(unplaced);
    } else {
      if (node.utilisation != null) load.set(shown, Math.max(load.get(shown) ?? 0, node.utilisation));
      if (node.problem !== undefined) broken.set(shown, [...(broken.get(shown) ?? []), node.label]);
    }
  }
  for (const { id, label, memberIds } of closed)
    drawn.push({
      id,
      kind: "cluster",
      label,
      detail: `${memberIds.length} nodes`,
      utilisation: load.get(id) ?? null,
      ...(broken.has(id) ? { problem: `broken inside: ${broken.get(id)?.join(", ")}` } : {}),
    });
  return {
    nodes: drawn,
    links: collapseLinks(links, shownAs),
    routes: collapseRoutes(routes, shownAs),
    shownAs,
  };
}

/**
 * Links between the same two drawn nodes become one: rates add up, the fullest and the first broken one
 * decide its look.
 */
function collapseLinks(links: readonly TopologyLink[], shownAs: ReadonlyMap<string, string>): TopologyLink[] {
  const merged = new Map<string, TopologyLink>();
  for (const link of links) {
    const [a, b] = [shownAs.get(link.a), shownAs.get(link.b)];
    if (a === undefined || b === undefined || a === b) continue;
    const id = a < b ? `${a}\n${b}` : `${b}\n${a}`;
    const known = merged.get(id);
    if (!known) merged.set(id, a === link.a && b === link.b ? link : { ...link, id, a, b });
    else
      merged.set(id, {
        ...known,
        id,
        gbps: known.gbps == null || link.gbps == null ? (known.gbps ?? link.gbps) : known.gbps + link.gbps,
        utilisation:
          known.utilisation == null || link.utilisation == null
            ? (known.utilisation ?? link.utilisation)
            : Math.max(known.utilisation, link.utilisation),
        ...(known.problem === undefined && link.problem !== undefined ? { problem: link.problem } : {}),
      });
  }
  return [...merged.values()];
}

/** Routes over what is drawn; staying inside a cluster is no step. */
export const collapseRoutes = (
  routes: readonly TopologyRoute[],
  shownAs: ReadonlyMap<string, string>,
): TopologyRoute[] =>
  routes.map((route) => ({
    ...route,
    nodeIds: route.nodeIds
      .map((id) => shownAs.get(id) ?? id)
      .filter((id, index, all) => index === 0 || id !== all[index - 1]),
  }));
