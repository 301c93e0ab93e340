import type { Instance } from "../instance.ts";

/**
 * Chains of the same functions, rate, packet size and budget, which may change places in any answer; their
 * indices in the problem.
 */
export type Alike = readonly number[];

export function alikeChains(instance: Instance): Alike[] {
  const groups = new Map<string, number[]>();
  instance.chains.forEach(({ chain }, index) => {
    const key = JSON.stringify([chain.functions, chain.gbps, chain.packetBytes ?? null, chain.maxDelayUs]);
    const group = groups.get(key) ?? [];
    group.push(index);
    groups.set(key, group);
  });
  return [...groups.values()];
}
