import type { Instance } from "../instance.ts";
import type { Begun } from "./label.ts";
import type { Part } from "./part.ts";
import type { Ground } from "./uses.ts";

/** At least the delay from where a label is to the end of the chain, us. Infinite where there is no way to the end. */
export type Rest = { toCome(label: Begun): number };

/**
 * Lower bounds of the delay that is still to come, when every device with room for two functions could take
 * the whole chain: shortest paths backwards through the layers of the chain. Needs base plus forwarding of
 * every device to be 0 or more. Null when the chain has no place at all.
 */
export function leastRest({ instance, chain, verdict, part }: Ground): Rest | null {
  const { functions } = chain;
  const { nodes, from, to } = part;
  const last = functions.length - 1;
  const count = nodes.length;
  const infinite = Number.POSITIVE_INFINITY;
  const verdicts = nodes.map(verdict);
  const enter = nodes.map((node) => enterUs(instance, node));
  const leave = nodes.map((node) => (leaves(instance, node) ? leaveUs(instance, node) : infinite));
  const crossing = part.arcs.map((a, i) => leave[from[i]!]! + instance.arcs[a]!.delayUs);
  const hosted: number[][] = [];
  const passing: number[][] = [];
  hosted[last] = new Array<number>(count).fill(0);
  passing[last] = hosted[last];
  for (let k = last - 1; k >= 0; k--) {
    // delay from before the node is entered
    const arrival = new Array<number>(count).fill(infinite);
    const rest = new Array<number>(count).fill(infinite);
    const before = hosted[k + 1]!;
    let served = false;
    for (let i = 0; i < count; i++) {
      const can = verdicts[i];
      if (!can?.holds[k + 1] || before[i] === infinite) continue;
      const us = functions[k + 1]!.delayUs(instance.devices[nodes[i]!]!.facts) + before[i]!;
      if (can.pairs[k]) rest[i] = us;
      arrival[i] = enter[i]! + us;
      served = true;
    }
    if (!served) return null;
    spread(part, crossing, enter, arrival);
    for (let i = 0; i < crossing.length; i++) {
      const start = from[i]!;
      if (verdicts[start]?.leaves[k] === false) continue;
      const us = crossing[i]! + arrival[to[i]!]!;
      if (us < rest[start]!) rest[start] = us;
    }
    for (let i = 0; i < count; i++) arrival[i] = arrival[i]! - enter[i]!;
    hosted[k] = rest;
    passing[k] = arrival;
  }
  return {
    toCome: ({ hosting, position, node }) => (hosting ? hosted : passing)[position]![part.local(node)]!,
  };
}

/** Lowers `arrival` to the shortest ways over the arcs, sweeping over them in both directions until nothing changes. */
function spread(
  { from, to }: Part,
  crossing: readonly number[],
  enter: readonly number[],
  arrival: number[],
): void {
  const relax = (i: number): boolean => {
    const start = from[i]!;
    const us = enter[start]! + crossing[i]! + arrival[to[i]!]!;
    if (us >= arrival[start]!) return false;
    arrival[start] = us;
    return true;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < crossing.length; i++) if (relax(i)) changed = true;
    for (let i = crossing.length - 1; i >= 0; i--) if (relax(i)) changed = true;
  }
}

/** Delay on entering a node: base of a device, k_d of a plain switch. */
export const enterUs = (instance: Instance, node: number): number =>
  instance.devices[node]?.facts.baseUs ?? instance.switchUs[node]!;

/** Delay on leaving a node: the required functions of a device. */
export const leaveUs = (instance: Instance, node: number): number => instance.devices[node]?.forwardUs ?? 0;

/** Whether packets can leave a node at all. */
export const leaves = (instance: Instance, node: number): boolean => instance.devices[node]?.forwards ?? true;
