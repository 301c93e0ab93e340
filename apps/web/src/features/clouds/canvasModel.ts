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

/** Nodes for the canvas. Given positions are kept in their proportions and spread until nodes stand free. */
export function canvasNodes({ nodes }: Topology): TopologyNode[] {
  const placed = nodes.flatMap((node) => node.position ?? []);
  const stretchX = growth(
    placed.map(({ x, y }) => ({ at: x, row: y })),
    ROOM.x,
  );
  const stretchY = growth(
    placed.map(({ y }) => ({ at: y, row: 0 })),
    ROOM.y,
  );
  return nodes.map(({ id, kind, profile, position }) => ({
    id,
    kind,
    label: id,
    ...(profile ? { detail: profile } : {}),
    ...(position ? { x: position.x * stretchX, y: position.y * stretchY } : {}),
  }));
}

export const canvasLinks = ({ links }: Topology): TopologyLink[] =>
  links.map(({ a, b, gbps }) => ({ id: `${a} ${b}`, a, b, gbps }));
