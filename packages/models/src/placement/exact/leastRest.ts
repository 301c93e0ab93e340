import type { ChainInstance, Instance } from "../instance.ts";
import type { ChainFit } from "./chainFit.ts";
import { createHeap } from "./heap.ts";
import type { Reduced } from "./twins.ts";

/** Least delay from a place in the chain to its end, us: `hosted` after function k was served at a node, `passing` on the way to the next. */
export type LeastRest = {
  hosted(position: number, node: number): number;
  passing(position: number, node: number): number;
};

/**
 * Lower bounds of the delay that is still to come, when every device with room for one more function alone could take it: shortest
 * paths backwards through the layers of the chain. Needs base plus forwarding of every device to be 0 or more.
 */
export function leastRest(
  instance: Instance,
  chain: ChainInstance,
  fit: ChainFit,
  reduced: Reduced,
): LeastRest {
  const { functions } = chain;
  const infinite = Number.POSITIVE_INFINITY;
  const hosted: Map<number, number>[] = functions.map(() => new Map());
  const passing: Map<number, number>[] = functions.map(() => new Map());
  for (const node of reduced.nodes) hosted[fit.last]!.set(node, 0);
  for (let k = fit.last - 1; k >= 0; k--) {
    // arrival: delay from before the node is entered
    const arrival = new Map<number, number>();
    const heap = createHeap<{ node: number; us: number }>((a, b) => a.us < b.us);
    const offer = (node: number, us: number): void => {
      if (us >= (arrival.get(node) ?? infinite)) return;
      arrival.set(node, us);
      heap.push({ node, us });
    };
    const served = new Map<number, number>();
    for (const node of reduced.nodes) {
      const device = instance.devices[node];
      if (!device || !fit.runs(k + 1, node) || !fit.holds(node, [k + 1], false)) continue;
      const us = functions[k + 1]!.delayUs(device.facts) + (hosted[k + 1]!.get(node) ?? infinite);
      served.set(node, us);
      offer(node, enterUs(instance, node) + us);
    }
    for (let next = heap.pop(); next; next = heap.pop()) {
      if (next.us > arrival.get(next.node)!) continue;
      for (const back of reduced.arcs(next.node)) {
        const from = instance.arcs[back]!.to;
        if (!leaves(instance, from) || !fit.carries(back ^ 1, 1)) continue;
        offer(
          from,
          enterUs(instance, from) + leaveUs(instance, from) + instance.arcs[back]!.delayUs + next.us,
        );
      }
    }
    for (const node of reduced.nodes) {
      passing[k]!.set(node, (arrival.get(node) ?? infinite) - enterUs(instance, node));
      let least = served.get(node) ?? infinite;
      if (leaves(instance, node)) {
        for (const a of reduced.arcs(node)) {
          if (!fit.carries(a, 1)) continue;
          const { delayUs, to } = instance.arcs[a]!;
          least = Math.min(least, leaveUs(instance, node) + delayUs + (arrival.get(to) ?? infinite));
        }
      }
      hosted[k]!.set(node, least);
    }
  }
  return {
    hosted: (position, node) => hosted[position]!.get(node) ?? infinite,
    passing: (position, node) => passing[position]!.get(node) ?? infinite,
  };
}

/** Delay on entering a node: base of a device, k_d of a plain switch. */
export const enterUs = (instance: Instance, node: number): number =>
  instance.devices[node]?.facts.baseUs ?? instance.switchUs[node]!;

/** Delay on leaving a node: the required functions of a device. */
export const leaveUs = (instance: Instance, node: number): number => instance.devices[node]?.forwardUs ?? 0;

/** Whether packets can leave a node at all. */
export const leaves = (instance: Instance, node: number): boolean => instance.devices[node]?.forwards ?? true;
