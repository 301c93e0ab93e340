import type { Instance } from "../instance.ts";

/**
 * The trees of a network. `up`: arc from a node to its parent, -1 for the root of a tree that hangs on nothing and for nodes of the core.
 * `core`: nodes on or between cycles. `leavesFirst`: nodes outside the core, children before their parents.
 */
export type Trees = { up: readonly number[]; core: readonly boolean[]; leavesFirst: readonly number[] };

/** Takes off leaves, round by round, until none is left: what was taken hangs on what remains. */
export function hangingTrees(instance: Instance): Trees {
  const up = instance.nodes.map(() => -1);
  const core = instance.nodes.map(() => true);
  const degree = instance.nodes.map((_, node) => instance.outgoing[node]!.length);
  const leavesFirst = instance.nodes.map((_, node) => node).filter((node) => degree[node]! <= 1);
  for (const node of leavesFirst) core[node] = false;
  const taken = new Set<number>();
  for (const node of leavesFirst) {
    taken.add(node);
    const arc = instance.outgoing[node]!.find((a) => !taken.has(instance.arcs[a]!.to));
    if (arc === undefined) continue;
    up[node] = arc;
    const parent = instance.arcs[arc]!.to;
    degree[parent] = degree[parent]! - 1;
    if (degree[parent]! <= 1 && core[parent]) {
      core[parent] = false;
      leavesFirst.push(parent);
    }
  }
  return { up, core, leavesFirst };
}
