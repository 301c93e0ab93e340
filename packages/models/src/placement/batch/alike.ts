import type { Instance } from "../instance.ts";

/**
 * Chains of the same functions and hosts, rate, packet size and budget, which may change places in any answer; their
 * indices in the problem.
 */
export type Alike = readonly number[];

export function alikeChains(instance: Instance): Alike[] {
  const groups = new Map<string, number[]>();
  instance.chains.forEach(({ chain }, index) => {
    const { functions, from = null, to = null, gbps, packetBytes = null, maxDelayUs } = chain;
    const key = JSON.stringify([functions, from, to, gbps, packetBytes, maxDelayUs]);
    const group = groups.get(key) ?? [];
    group.push(index);
    groups.set(key, group);
  });
  return [...groups.values()];
}
