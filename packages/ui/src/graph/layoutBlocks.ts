import type { GraphLayout } from "./layoutGraph.ts";
import { hopsFrom, neighboursOf, type TopologyLink, type TopologyNode, tiersOf } from "./topologyTypes.ts";

/** A node's room with its gaps, and the aspect that blocks strive for (our choice; pixels). */
const CELL = { width: 92, height: 84 };
const ASPECT = 1.8;
const BLOCK_GAP = 36;

export type Block = { width: number; height: number; places: [id: string, x: number, y: number][] };

/**
 * Places for large clouds in linear time: the highest tier above, below it one block for each subtree that
 * hangs on it; in a block the node stands over its leaves, which fill a compact grid. So a thousand nodes
 * fill a page instead of one long row.
 */
export function layoutBlocks(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
  nodeSize: { width: number; height: number },
): GraphLayout {
  const neighbours = neighboursOf(nodes, links);
  const roots = rootsOf(nodes, neighbours);
  const depth = hopsFrom(roots, neighbours);
  const children = new Map<string, string[]>(nodes.map((node) => [node.id, []]));
  for (const { id } of nodes) {
    const own = depth.get(id) ?? 0;
    if (own === 0) continue;
    const parent = (neighbours.get(id) ?? []).find((other) => depth.get(other) === own - 1);
    children.get(parent ?? "")?.push(id);
  }
  // the deepest first, so that the blocks of children are there when their parent needs them
  const deepestFirst = nodes.map((node) => node.id).sort((a, b) => (depth.get(b) ?? 0) - (depth.get(a) ?? 0));
  const blocks = new Map<string, Block>();
  for (const id of deepestFirst) {
    if ((depth.get(id) ?? 0) === 0) continue;
    const below = (children.get(id) ?? []).flatMap((child) => blocks.get(child) ?? []);
    for (const child of children.get(id) ?? []) blocks.delete(child);
    blocks.set(id, under(id, pack(below, 0)));
  }
  const tops = roots.map((id): Block => ({ ...CELL, places: [[id, CELL.width / 2, CELL.height / 2]] }));
  const body = pack([...blocks.values()], BLOCK_GAP);
  const crown = pack(tops, 0, body.width);
  const whole = stack(crown, body, body.places.length > 0 ? BLOCK_GAP : 0);
  const layout: GraphLayout = { nodes: {}, edges: {}, width: whole.width, height: whole.height };
  for (const [id, x, y] of whole.places) layout.nodes[id] = { x, y, ...nodeSize };
  return layout;
}

/** The nodes of the highest tier; of a part without hosts and devices the node with most links. */
function rootsOf(
  nodes: readonly TopologyNode[],
  neighbours: ReadonlyMap<string, readonly string[]>,
): string[] {
  const tier = tiersOf(nodes, neighbours);
  let highest = 0;
  for (const value of tier.values()) highest = Math.max(highest, value);
  const roots =
    highest === 0 ? [] : nodes.filter((node) => tier.get(node.id) === highest).map((node) => node.id);
  const reached = new Set(hopsFrom(roots, neighbours).keys());
  const degree = (id: string) => neighbours.get(id)?.length ?? 0;
  for (const { id } of [...nodes].sort((a, b) => degree(b.id) - degree(a.id))) {
    if (reached.has(id)) continue;
    roots.push(id);
    for (const found of hopsFrom([id], neighbours).keys()) reached.add(found);
  }
  return roots;
}

/** Blocks in rows of about the wanted aspect, or as wide as `room` allows, each row as high as its highest. */
export function pack(blocks: readonly Block[], gap: number, room = 0): Block {
  const area = blocks.reduce((sum, block) => sum + (block.width + gap) * (block.height + gap), 0);
  const widest = blocks.reduce((most, block) => Math.max(most, block.width), 0);
  const limit = Math.max(widest, room, Math.sqrt(area * ASPECT));
  const packed: Block = { width: 0, height: 0, places: [] };
  let [x, y, rowHeight] = [0, 0, 0];
  for (const block of blocks) {
    if (x > 0 && x + block.width > limit) {
      y += rowHeight + gap;
      x = 0;
      rowHeight = 0;
    }
    for (const [id, atX, atY] of block.places) packed.places.push([id, x + atX, y + atY]);
    packed.width = Math.max(packed.width, x + block.width);
    rowHeight = Math.max(rowHeight, block.height);
    x += block.width + gap;
  }
  packed.height = blocks.length > 0 ? y + rowHeight : 0;
  return packed;
}

/** A node above a block, in its middle. */
const under = (id: string, block: Block): Block =>
  stack({ ...CELL, places: [[id, CELL.width / 2, CELL.height / 2]] }, block, 0);

function stack(top: Block, bottom: Block, gap: number): Block {
  const width = Math.max(top.width, bottom.width);
  const shift = (block: Block, dy: number) =>
    block.places.map(([id, x, y]): Block["places"][number] => [id, x + (width - block.width) / 2, y + dy]);
  return {
    width,
    height: top.height + bottom.height + (bottom.places.length > 0 ? gap : 0),
    places: [...shift(top, 0), ...shift(bottom, top.height + gap)],
  };
}
