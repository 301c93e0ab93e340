import type { ChainInstance, Instance } from "../instance.ts";
import type { ChainFit } from "./chainFit.ts";
import { createHeap } from "./heap.ts";
import type { Part } from "./part.ts";

/**
 * Least delay from a place in the chain to its end, us: `hosted` after function k was served at a node, `passing` on the way to the next.
 * Infinite where there is no way to the end.
 */
export type LeastRest = {
  hosted(position: number, node: number): number;
  passing(position: number, node: number): number;
};

/**
 * Lower bounds of the delay that is still to come, when every device with room for one more function alone could take it: shortest
 * paths backwards through the layers of the chain. Needs base plus forwarding of every device to be 0 or more.
 */
export function leastRest(instance: Instance, chain: ChainInstance, fit: ChainFit, part: Part): LeastRest {
  const { functions } = chain;
  const { nodes } = part;
  const count = nodes.length;
  const infinite = Number.POSITIVE_INFINITY;
  const hosted = functions.map(() => new Float64Array(count).fill(infinite));
  const passing = functions.map(() => new Float64Array(count).fill(infinite));
  const enter = Float64Array.from(nodes, (node) => enterUs(instance, node));
  const leave = Float64Array.from(nodes, (node) =>
    leaves(instance, node) ? leaveUs(instance, node) : infinite,
  );
  hosted[fit.last]!.fill(0);
  for (let k = fit.last - 1; k >= 0; k--) {
    // arrival: delay from before the node is entered
    const arrival = passing[k]!;
    const served = hosted[k]!;
    const heap = createHeap<{ local: number; us: number }>((a, b) => a.us < b.us);
    const offer = (local: number, us: number): void => {
      if (us >= arrival[local]!) return;
      arrival[local] = us;
      heap.push({ local, us });
    };
    for (let local = 0; local < count; local++) {
      const node = nodes[local]!;
      const device = instance.devices[node];
      const on = hosted[k + 1]![local]!;
      if (!device || on === infinite || !fit.runs(k + 1, node) || !fit.holds(node, [k + 1], false)) continue;
      served[local] = functions[k + 1]!.delayUs(device.facts) + on;
      offer(local, enter[local]! + served[local]!);
    }
    for (let next = heap.pop(); next; next = heap.pop()) {
      if (next.us > arrival[next.local]!) continue;
      for (const back of part.arcs(next.local)) {
        const from = part.local(instance.arcs[back]!.to);
        if (leave[from] === infinite || !fit.carries(back ^ 1, 1)) continue;
        offer(from, enter[from]! + leave[from]! + instance.arcs[back]!.delayUs + next.us);
      }
    }
    for (let local = 0; local < count; local++) {
      if (leave[local] === infinite) continue;
      for (const a of part.arcs(local)) {
        const { delayUs, to } = instance.arcs[a]!;
        const us = leave[local]! + delayUs + arrival[part.local(to)]!;
        if (us < served[local]! && fit.carries(a, 1)) served[local] = us;
      }
    }
    for (let local = 0; local < count; local++) arrival[local] = arrival[local]! - enter[local]!;
  }
  return {
    hosted: (position, node) => hosted[position]![part.local(node)]!,
    passing: (position, node) => passing[position]![part.local(node)]!,
  };
}

/** Delay on entering a node: base of a device, k_d of a plain switch. */
export const enterUs = (instance: Instance, node: number): number =>
  instance.devices[node]?.facts.baseUs ?? instance.switchUs[node]!;

/** Delay on leaving a node: the required functions of a device. */
export const leaveUs = (instance: Instance, node: number): number => instance.devices[node]?.forwardUs ?? 0;

/** Whether packets can leave a node at all. */
export const leaves = (instance: Instance, node: number): boolean => instance.devices[node]?.forwards ?? true;
