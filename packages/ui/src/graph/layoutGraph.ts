import { Graph, layout } from "@dagrejs/dagre";

export type Point = readonly [x: number, y: number];

export interface LayoutNode {
  id: string;
  /** Pixels. */
  width: number;
  height: number;
}

export interface LayoutEdge {
  id: string;
  from: string;
  to: string;
  /** Room kept for a label; pixels. */
  labelWidth?: number;
  labelHeight?: number;
}

export interface LayoutOptions {
  direction?: "TB" | "LR";
  nodeGap?: number;
  rankGap?: number;
}

/**
 * Places in pixels from the top left corner; nodes by their centre. Plain data, so that it can cross to and
 * from a worker.
 */
export interface GraphLayout {
  nodes: Record<string, { x: number; y: number; width: number; height: number }>;
  edges: Record<string, { points: Point[]; label: Point | null }>;
  width: number;
  height: number;
}

/** A loop beside its node: dagre keeps the room, but its own points run too close to the node to be followed. */
function loop(node: { x: number; y: number; width: number; height: number }, labelWidth: number) {
  const right = node.x + node.width / 2;
  const reach = 26;
  const spread = node.height / 3;
  const points: Point[] = [
    [right, node.y - spread],
    [right + reach, node.y - spread],
    [right + reach, node.y + spread],
    [right, node.y + spread],
  ];
  const label: Point | null = labelWidth > 0 ? [right + reach * 0.8 + labelWidth / 2, node.y] : null;
  return { points, label };
}

/**
 * Layered layout of a directed graph (dagre). Edges to nodes that are not there are left out; parallel edges, loops and
 * cycles are fine. Pure: run it in a worker for graphs of some hundred nodes.
 */
export function layoutGraph(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  { direction = "TB", nodeGap = 28, rankGap = 36 }: LayoutOptions = {},
): GraphLayout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: direction,
    nodesep: nodeGap,
    ranksep: rankGap,
    edgesep: 14,
    marginx: 8,
    marginy: 8,
  });
  for (const node of nodes) graph.setNode(node.id, { width: node.width, height: node.height });
  const drawn = edges.filter((edge) => graph.hasNode(edge.from) && graph.hasNode(edge.to));
  for (const edge of drawn) {
    const label = edge.labelWidth
      ? { width: edge.labelWidth, height: edge.labelHeight ?? 14, labelpos: "c" }
      : {};
    graph.setEdge(edge.from, edge.to, label, edge.id);
  }
  if (nodes.length > 0) layout(graph);

  const placed: GraphLayout = { nodes: {}, edges: {}, width: 0, height: 0 };
  for (const node of nodes) {
    const { x = 0, y = 0 } = graph.node(node.id);
    placed.nodes[node.id] = { x, y, width: node.width, height: node.height };
  }
  for (const edge of drawn) {
    const { points = [], x, y } = graph.edge(edge.from, edge.to, edge.id);
    const own = placed.nodes[edge.from];
    if (edge.from === edge.to && own) {
      placed.edges[edge.id] = loop(own, edge.labelWidth ?? 0);
      continue;
    }
    placed.edges[edge.id] = {
      points: points.map((point: { x: number; y: number }): Point => [point.x, point.y]),
      label: edge.labelWidth && x !== undefined && y !== undefined ? [x, y] : null,
    };
  }
  const size = graph.graph();
  placed.width = nodes.length > 0 ? (size.width ?? 0) : 0;
  placed.height = nodes.length > 0 ? (size.height ?? 0) : 0;
  return placed;
}
