import { createHeap } from "./exact/heap.ts";
import type { ChainInstance, DeviceInstance, Instance } from "./instance.ts";

/** Fastest way of one chain through the empty network, and the devices of its functions. */
export type LeastDelay = { us: number; hosts: number[] };

/**
 * Least delay (Eq. 5.19) that a chain can reach when no other chain is there and `allowed` says which devices
 * its k-th function may use; only links of its rate are crossed. Null when the functions cannot be joined at
 * all. Shortest path over the layers of functions; delays of required functions are taken as not negative.
 */
export function leastDelay(
  instance: Instance,
  chain: ChainInstance,
  allowed: (k: number, device: DeviceInstance) => boolean,
): LeastDelay | null {
  const { devices } = instance;
  let best: (LeastDelay | null)[] = devices.map((d) =>
    allowed(0, d) ? { us: d.facts.baseUs, hosts: [d.index] } : null,
  );
  chain.functions.forEach((f, k) => {
    if (k > 0) best = move(instance, chain, best, k, allowed);
    best = best.map((label, d) => (label ? { ...label, us: label.us + f.delayUs(devices[d]!.facts) } : null));
  });
  return best.reduce((least, label) => (label && (!least || label.us < least.us) ? label : least), null);
}

/** From the hosts of function k-1 to those of function k: staying is free, moving costs what the route costs. */
function move(
  instance: Instance,
  chain: ChainInstance,
  best: readonly (LeastDelay | null)[],
  k: number,
  allowed: (k: number, device: DeviceInstance) => boolean,
): (LeastDelay | null)[] {
  const labels: (LeastDelay | null)[] = instance.nodes.map((_, node) => best[node] ?? null);
  const queue = createHeap<{ node: number; us: number }>((a, b) => a.us < b.us);
  labels.forEach((label, node) => {
    if (label) queue.push({ node, us: label.us });
  });
  for (let next = queue.pop(); next; next = queue.pop()) {
    const nearest = next.node;
    const label = labels[nearest]!;
    // a shorter way there was found since
    if (label.us < next.us) continue;
    const device = instance.devices[nearest];
    if (device && !device.forwards) continue;
    for (const index of instance.outgoing[nearest]!) {
      const arc = instance.arcs[index]!;
      if (arc.gbps < chain.chain.gbps) continue;
      const enterUs = instance.devices[arc.to]?.facts.baseUs ?? instance.switchUs[arc.to]!;
      const us = label.us + (device?.forwardUs ?? 0) + arc.delayUs + enterUs;
      const known = labels[arc.to];
      if (known && known.us <= us) continue;
      labels[arc.to] = { us, hosts: label.hosts };
      // a host passes nothing on
      if (!instance.devices[arc.to]?.isHost) queue.push({ node: arc.to, us });
    }
  }
  return instance.devices.map((d) => {
    const label = labels[d.index];
    return label && allowed(k, d) ? { us: label.us, hosts: [...label.hosts, d.index] } : null;
  });
}
