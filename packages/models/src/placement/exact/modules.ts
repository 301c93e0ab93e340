import type { Instance } from "../instance.ts";

/**
 * Nodes of the core that are joined to the same neighbours and to nothing else of the core: `arcs` leads from
 * each to its anchors.
 */
export type Module = { anchors: number; members: readonly number[] };

/**
 * Nodes with more neighbours in the core are not compared (our choice): there are few of them, and they are anchors.
 */
const MOST_ANCHORS = 8;

/**
 * Modules of the core of a network (the racks of a fat tree with several cores): the largest first, none
 * beside another, so that the anchors of one are never collapsed with it.
 */
export function modulesOf(
  instance: Instance,
  core: Uint8Array,
): { modules: Module[]; arcs: Map<number, number[]> } {
  const byNeighbours = new Map<string, { members: number[]; neighbours: number[] }>();
  const arcs = new Map<number, number[]>();
  for (let node = 0; node < core.length; node++) {
    if (core[node] === 0) continue;
    const inner = instance.outgoing[node]!.filter((a) => core[instance.arcs[a]!.to] === 1);
    if (inner.length > MOST_ANCHORS) continue;
    inner.sort((a, b) => instance.arcs[a]!.to - instance.arcs[b]!.to);
    const neighbours = inner.map((a) => instance.arcs[a]!.to);
    // two links to the same neighbour are two ways, which the proof does not count
    if (new Set(neighbours).size < neighbours.length) continue;
    const key = neighbours.join(" ");
    const alike = byNeighbours.get(key) ?? { members: [], neighbours };
    alike.members.push(node);
    byNeighbours.set(key, alike);
    arcs.set(node, inner);
  }
  const anchors = new Set<number>();
  const collapsed = new Set<number>();
  const modules: Module[] = [];
  const largestFirst = [...byNeighbours.values()].sort((a, b) => b.members.length - a.members.length);
  for (const { members, neighbours } of largestFirst) {
    if (members.length < 2) break;
    if (members.some((m) => anchors.has(m)) || neighbours.some((n) => collapsed.has(n))) continue;
    for (const m of members) collapsed.add(m);
    for (const n of neighbours) anchors.add(n);
    modules.push({ anchors: neighbours.length, members });
  }
  return { modules, arcs };
}
