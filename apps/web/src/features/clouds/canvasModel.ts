import type { Topology } from "@p4twin/models/topology";
import type { TopologyLink, TopologyNode } from "@p4twin/ui/graph";

/** Room that a drawn node takes, with a gap around it (our choice, in pixels of the canvas). */
const ROOM = { x: 108, y: 84 };

/** Factor by which positions must grow so that nodes of one row, and rows, do not cover each other. */
function growth(values: readonly { at: number; row: number }[], room: number): number {
  const rows = new Map<number, number[]>();
  for (const { at, row } of values) rows.set(row, [...(rows.get(row) ?? []), at]);
  let least = Number.POSITIVE_INFINITY;
  for (const list of rows.values()) {
    const sorted = [...list].sort((a, b) => a - b);
    for (const [index, at] of sorted.entries()) {
      const before = sorted[index - 1];
      if (before !== undefined && at > before) least = Math.min(least, at - before);
    }
  }
  return Number.isFinite(least) ? Math.max(1, room / least) : 1;
}

/** Rows of nodes, as generated trees have them: spread in each direction by itself. More rows than this are a free drawing (our choice). */
const MOST_ROWS = 8;
/** A drawing that had to grow more than this to be read is no drawing: the nodes get new places (our choice). */
const MOST_GROWTH = 8;

/** How far a free drawing must grow in both directions so that most nodes stand free of their nearest. */
function freeGrowth(places: readonly { x: number; y: number }[]): number {
  const sorted = [...places].sort((a, b) => a.x - b.x);
  const nearest = sorted.map((place, index) => {
    let least = Number.POSITIVE_INFINITY;
    for (const step of [-1, 1]) {
      for (let at = index + step; at >= 0 && at < sorted.length; at += step) {
        const other = sorted[at];
        if (!other || Math.abs(other.x - place.x) >= least) break;
        const apart = Math.hypot(other.x - place.x, other.y - place.y);
        if (apart > 0) least = Math.min(least, apart);
      }
    }
    return least;
  });
  const tenth = nearest.sort((a, b) => a - b)[Math.floor(nearest.length / 10)] ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(tenth) ? Math.max(1, ROOM.x / tenth) : 1;
}

/** Factors by which a drawing grows to be read; null when it would grow out of all proportion. */
function stretchOf(placed: readonly { x: number; y: number }[]): { x: number; y: number } | null {
  const rows = new Set(placed.map(({ y }) => y)).size;
  const free = rows > MOST_ROWS ? freeGrowth(placed) : null;
  const x =
    free ??
    growth(
      placed.map(({ x: at, y }) => ({ at, row: y })),
      ROOM.x,
    );
  const y =
    free ??
    growth(
      placed.map(({ y: at }) => ({ at, row: 0 })),
      ROOM.y,
    );
  return x > MOST_GROWTH || y > MOST_GROWTH ? null : { x, y };
}

/** Nodes for the canvas. Given positions are kept in their proportions and spread until nodes stand free, where that can be. */
export function canvasNodes({ nodes }: Topology): TopologyNode[] {
  const stretch = stretchOf(nodes.flatMap((node) => node.position ?? []));
  return nodes.map(({ id, kind, profile, position }) => ({
    id,
    kind,
    label: id,
    ...(profile ? { detail: profile } : {}),
    ...(position && stretch ? { x: position.x * stretch.x, y: position.y * stretch.y } : {}),
  }));
}

export const canvasLinks = ({ links }: Topology): TopologyLink[] =>
  links.map(({ a, b, gbps }) => ({ id: `${a} ${b}`, a, b, gbps }));
