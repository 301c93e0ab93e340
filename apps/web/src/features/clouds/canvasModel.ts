import type { Topology } from "@p4twin/models/topology";
import type { TopologyLink, TopologyNode } from "@p4twin/ui/graph";

/** Room that a drawn node takes, with a gap around it (our choice, in pixels of the canvas). */
const ROOM = { x: 108, y: 84 };

/** Factor by which rows must grow so that nodes of one row do not cover each other. */
function growth(placed: readonly { x: number; y: number }[], room: number): number {
  const rows = new Map<number, number[]>();
  for (const { x, y } of placed) {
    const row = rows.get(y);
    if (row) row.push(x);
    else rows.set(y, [x]);
  }
  let least = Number.POSITIVE_INFINITY;
  for (const list of rows.values()) {
    const sorted = [...list].sort((a, b) => a - b);
    for (const [index, x] of sorted.entries()) {
      const before = sorted[index - 1];
      if (before !== undefined && x > before) least = Math.min(least, x - before);
    }
  }
  return Number.isFinite(least) ? Math.max(1, room / least) : 1;
}

/** Generated trees stand in few rows, this far apart at least; more rows are a free drawing (our choice). */
const MOST_ROWS = 8;
/** A drawing that had to grow more than this to be read is no drawing: the nodes get new places (our choice). */
const MOST_GROWTH = 8;

const LEAST_GROWTH = 1.25;
/** Neighbours from left to right that are looked at in search of the nearest: enough for a drawing, and bounded. */
const LOOKED_AT = 50;

/** How far a free drawing must grow in both directions so that most nodes stand free of their nearest. */
function freeGrowth(places: readonly { x: number; y: number }[]): number {
  const sorted = [...places].sort((a, b) => a.x - b.x);
  const nearest = sorted.map((place, index) => {
    let least = Number.POSITIVE_INFINITY;
    for (const step of [-1, 1]) {
      for (let at = index + step; Math.abs(at - index) <= LOOKED_AT; at += step) {
        const other = sorted[at];
        if (!other || Math.abs(other.x - place.x) >= least) break;
        const apart = Math.hypot(other.x - place.x, other.y - place.y);
        if (apart > 0) least = Math.min(least, apart);
      }
    }
    return least;
  });
  const quartile = nearest.sort((a, b) => a - b)[Math.floor(nearest.length / 4)] ?? Number.POSITIVE_INFINITY;
  const factor = Number.isFinite(quartile) ? ROOM.x / quartile : 1;
  // what was drawn by hand and is a little crowded stays as it was drawn
  return factor > LEAST_GROWTH ? factor : 1;
}

/** True when nodes stand in rows that leave room between them. */
function inRows(placed: readonly { x: number; y: number }[]): boolean {
  const rows = [...new Set(placed.map(({ y }) => y))].sort((a, b) => a - b);
  if (rows.length > MOST_ROWS || rows.length * 2 > placed.length) return false;
  return rows.every((y, index) => index === 0 || y - (rows[index - 1] ?? y) >= ROOM.y);
}

/** Factors by which a drawing grows to be read; null when it would grow out of all proportion. */
function stretchOf(placed: readonly { x: number; y: number }[]): { x: number; y: number } | null {
  const rows = inRows(placed);
  const x = rows ? growth(placed, ROOM.x) : freeGrowth(placed);
  return x > MOST_GROWTH ? null : { x, y: rows ? 1 : x };
}

/**
 * Nodes for the canvas. Given positions are kept in their proportions and spread until nodes stand free,
 * where that can be.
 */
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
