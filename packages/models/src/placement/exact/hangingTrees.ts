import type { Instance } from "../instance.ts";

/**
 * The trees of a network. `up`: arc from a node to its parent, -1 for the root of a tree that hangs on
 * nothing and for nodes of the core. `core`: 1 for nodes on or between cycles. `leavesFirst`: nodes outside
 * the core, children before their parents.
 */
export type Trees = { up: Int32Array; core: Uint8Array; leavesFirst: readonly number[] };

/** Takes off leaves, round by round, until none is left: what was taken hangs on what remains. */
export function hangingTrees(instance: Instance): Trees {
  const count = instance.nodes.length;
  const up = new Int32Array(count).fill(-1);
  const core = new Uint8Array(count).fill(1);
  const taken = new Uint8Array(count);
  const degree = Int32Array.from(instance.outgoing, (arcs) => arcs.length);
  const leavesFirst: number[] = [];
  const take = (node: number): void => {
    core[node] = 0;
    leavesFirst.push(node);
  };
  for (let node = 0; node < count; node++) if (degree[node]! <= 1) take(node);
  for (let i = 0; i < leavesFirst.length; i++) {
    const node = leavesFirst[i]!;
    taken[node] = 1;
    const arc = instance.outgoing[node]!.find((a) => taken[instance.arcs[a]!.to] === 0);
    if (arc === undefined) continue;
    up[node] = arc;
    const parent = instance.arcs[arc]!.to;
    degree[parent] = degree[parent]! - 1;
    if (degree[parent]! <= 1 && core[parent] === 1) take(parent);
  }
  return { up, core, leavesFirst };
}
