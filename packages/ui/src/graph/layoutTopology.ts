import { type Block, layoutBlocks, pack } from "./layoutBlocks.ts";
import { type GraphLayout, layoutGraph, type Point } from "./layoutGraph.ts";
import {
  hopsFrom,
  neighboursOf,
  type TopologyLink,
  type TopologyNode,
  type TopologyRoute,
  tiersOf,
} from "./topologyTypes.ts";

export const NODE_SIZE = { width: 80, height: 66 };

/** Room of a letter below a node, and the widest that is kept for a name (our choice; pixels). */
const LETTER = 6.8;
const WIDEST = 240;

/** Between parts that no link joins (our choice; pixels). */
const PART_GAP = 24;

/** A node with its name below it. */
const roomOf = ({ id, label }: TopologyNode) => ({
  id,
  width: Math.min(WIDEST, Math.max(NODE_SIZE.width, LETTER * label.length + 8)),
  height: NODE_SIZE.height,
});

/** Up to here layers are drawn; above, rows get longer than any page and dagre slow (our choice). */
const LAYERED_NODES = 120;

/**
 * Places for a topology without any: leaves below, core above, so that a fat tree looks like one; a line of switches
 * is laid from left to right; a large cloud fills blocks. Given places win when every node has one.
 */
export function layoutTopology(nodes: readonly TopologyNode[], links: readonly TopologyLink[]): GraphLayout {
  if (nodes.length > 0 && nodes.every((node) => node.x !== undefined && node.y !== undefined))
    return fromGiven(nodes);
  if (nodes.length > LAYERED_NODES) return layoutBlocks(nodes, links, NODE_SIZE);
  const neighbours = neighboursOf(nodes, links);
  const tier = tiersOf(nodes, neighbours);
  const direction = Math.max(0, ...tier.values()) >= 2 ? "TB" : "LR";
  const layOut = (some: readonly TopologyNode[], between: readonly TopologyLink[]): GraphLayout => {
    const edges = between.map((link) => {
      const up = (tier.get(link.a) ?? 0) >= (tier.get(link.b) ?? 0);
      return { id: link.id, from: up ? link.a : link.b, to: up ? link.b : link.a };
    });
    const placed = layoutGraph(some.map(roomOf), edges, { direction, nodeGap: 12, rankGap: 56 });
    return inReadingOrder(placed, some, direction);
  };
  const parts = direction === "TB" ? [] : partsOf(nodes, neighbours);
  if (parts.length < 2) return layOut(nodes, links);
  const laid = parts.map((ids) =>
    layOut(
      nodes.filter(({ id }) => ids.has(id)),
      links.filter(({ a }) => ids.has(a)),
    ),
  );
  return sideBySide(laid);
}

/** The nodes of each part that no link joins to another. */
function partsOf(
  nodes: readonly TopologyNode[],
  neighbours: ReadonlyMap<string, readonly string[]>,
): Set<string>[] {
  const parts: Set<string>[] = [];
  for (const { id } of nodes)
    if (!parts.some((part) => part.has(id))) parts.push(new Set(hopsFrom([id], neighbours).keys()));
  return parts;
}

/** Lines of switches that do not meet fill a page, where one below the other leave half of it white. */
function sideBySide(parts: readonly GraphLayout[]): GraphLayout {
  const blocks = parts.map(
    ({ nodes, width, height }): Block => ({
      ...{ width, height },
      places: Object.entries(nodes).map(([id, { x, y }]) => [id, x, y]),
    }),
  );
  const sizes = Object.assign({}, ...parts.map(({ nodes }) => nodes)) as GraphLayout["nodes"];
  const packed = pack(blocks, PART_GAP);
  const layout: GraphLayout = { nodes: {}, edges: {}, width: packed.width, height: packed.height };
  for (const [id, x, y] of packed.places) layout.nodes[id] = { ...(sizes[id] ?? NODE_SIZE), x, y };
  return layout;
}

/** Mirrors a layout whose nodes run against the order in which they were given: core1 stands left of core2. */
function inReadingOrder(
  placed: GraphLayout,
  nodes: readonly TopologyNode[],
  direction: "TB" | "LR",
): GraphLayout {
  const across = (id: string) => (direction === "TB" ? placed.nodes[id]?.x : placed.nodes[id]?.y) ?? 0;
  let agreement = 0;
  nodes.forEach((node, index) => {
    for (const later of nodes.slice(index + 1)) {
      if (later.kind === node.kind) agreement += Math.sign(across(later.id) - across(node.id));
    }
  });
  if (agreement >= 0) return placed;
  const mirrored = Object.entries(placed.nodes).map(([id, place]) => [
    id,
    direction === "TB" ? { ...place, x: placed.width - place.x } : { ...place, y: placed.height - place.y },
  ]);
  return { ...placed, nodes: Object.fromEntries(mirrored), edges: {} };
}

function fromGiven(nodes: readonly TopologyNode[]): GraphLayout {
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const left = least(nodes.map((node) => node.x ?? 0)) - NODE_SIZE.width / 2;
  const top = least(nodes.map((node) => node.y ?? 0)) - NODE_SIZE.height / 2;
  const placed: GraphLayout = { nodes: {}, edges: {}, width: 0, height: 0 };
  for (const node of nodes) {
    const place = { x: (node.x ?? 0) - left, y: (node.y ?? 0) - top, ...NODE_SIZE };
    placed.nodes[node.id] = place;
    placed.width = Math.max(placed.width, place.x + NODE_SIZE.width / 2);
    placed.height = Math.max(placed.height, place.y + NODE_SIZE.height / 2);
  }
  return placed;
}

const linkKey = (a: string, b: string) => (a < b ? `${a}\n${b}` : `${b}\n${a}`);

/** Pixels between the lines of two routes that share a link. */
const LANE = 5;

/**
 * Lines of the routes. Routes that share a link run side by side; a route that turns back runs beside itself.
 * Places of nodes are their centres.
 */
export function routeLines(
  routes: readonly TopologyRoute[],
  places: Readonly<Record<string, { x: number; y: number }>>,
): { key: string; id: string; points: Point[] }[] {
  const users = new Map<string, string[]>();
  const hops = routes.map((route, routeIndex) =>
    route.nodeIds.slice(1).flatMap((to, index) => {
      const from = route.nodeIds[index] ?? to;
      if (from === to || !places[from] || !places[to]) return [];
      const key = linkKey(from, to);
      const user = `${routeIndex}\n${index}`;
      users.set(key, [...(users.get(key) ?? []), user]);
      return [{ from, to, key, user }];
    }),
  );
  return routes.map((route, routeIndex) => ({
    key: `${route.id} ${routeIndex}`,
    id: route.id,
    points: (hops[routeIndex] ?? []).flatMap(({ from, to, key, user }): Point[] => {
      const sharing = users.get(key) ?? [];
      const offset = (sharing.indexOf(user) - (sharing.length - 1) / 2) * LANE;
      // The side is taken from the link's own direction, so that opposite ways do not swap lanes.
      const [first, second] = from < to ? [from, to] : [to, from];
      const a = places[first] ?? { x: 0, y: 0 };
      const b = places[second] ?? { x: 0, y: 0 };
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const shift: Point = [(-(b.y - a.y) / length) * offset, ((b.x - a.x) / length) * offset];
      const at = (id: string): Point => [(places[id]?.x ?? 0) + shift[0], (places[id]?.y ?? 0) + shift[1]];
      return [at(from), at(to)];
    }),
  }));
}
