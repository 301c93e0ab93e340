import type { GraphLayout } from "./layoutGraph.ts";
import { INNER, OUTER } from "./TopologyNodeShape.tsx";
import { linkMood, linkWidth, type Mood, moodOf } from "./topologyLook.ts";
import type { TopologyLink, TopologyNode } from "./topologyTypes.ts";

export type Placed = { node: TopologyNode; x: number; y: number };

/** A cloud made ready for painting: lines grouped by look into paths that are built once. */
export interface TopologyScene {
  placed: readonly Placed[];
  byId: ReadonlyMap<string, Placed>;
  lines: readonly { mood: Mood; width: number; broken: boolean; path: Path2D }[];
  /** all nodes from afar, by kind of shape and mood */
  dots: readonly { square: boolean; mood: Mood; known: boolean; path: Path2D }[];
  width: number;
  height: number;
}

const nodeMood = (node: TopologyNode): Mood => (node.problem ? "bad" : moodOf(node.utilisation));

/** Groups what is drawn alike; nodes without a place are left out. */
export function prepareScene(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
  layout: GraphLayout,
): TopologyScene {
  const placed = nodes.flatMap((node): Placed[] => {
    const place = layout.nodes[node.id];
    return place ? [{ node, x: place.x, y: place.y }] : [];
  });
  const byId = new Map(placed.map((entry) => [entry.node.id, entry]));
  const lines = new Map<string, TopologyScene["lines"][number]>();
  for (const link of links) {
    const [a, b] = [byId.get(link.a), byId.get(link.b)];
    if (!a || !b) continue;
    const mood = linkMood(link);
    const width = Math.round(linkWidth(link.gbps) * 2) / 2;
    const broken = link.problem !== undefined;
    const key = `${mood} ${width} ${broken}`;
    const group = lines.get(key) ?? { mood, width, broken, path: new Path2D() };
    lines.set(key, group);
    group.path.moveTo(a.x, a.y);
    group.path.lineTo(b.x, b.y);
  }
  const dots = new Map<string, TopologyScene["dots"][number]>();
  for (const { node, x, y } of placed) {
    const square = node.kind === "cluster";
    const [mood, known] = [nodeMood(node), node.utilisation != null];
    const key = `${square} ${mood} ${known}`;
    const group = dots.get(key) ?? { square, mood, known, path: new Path2D() };
    dots.set(key, group);
    if (square) group.path.rect(x - OUTER, y - OUTER, 2 * OUTER, 2 * OUTER);
    else {
      const radius = node.kind === "host" ? INNER : OUTER;
      group.path.moveTo(x + radius, y);
      group.path.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }
  return {
    placed,
    byId,
    lines: [...lines.values()],
    dots: [...dots.values()],
    width: layout.width,
    height: layout.height,
  };
}

/** The node under a point of the drawing, at most its radius away; null when there is none. */
export function nodeAt({ placed }: TopologyScene, x: number, y: number): TopologyNode | null {
  let nearest: TopologyNode | null = null;
  let least = OUTER * OUTER;
  for (const at of placed) {
    const squared = (at.x - x) ** 2 + (at.y - y) ** 2;
    if (squared > least) continue;
    least = squared;
    nearest = at.node;
  }
  return nearest;
}
