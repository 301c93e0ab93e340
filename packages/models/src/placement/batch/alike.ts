import type { Instance } from "../instance.ts";

/**
 * Chains of one way, of the same functions and hosts, rate, packet size and budget, which may change places in any
 * answer; their indices in the problem.
 */
export type Alike = readonly number[];

export function alikeChains(instance: Instance): Alike[] {
  const groups = new Map<string, number[]>();
  instance.chains.forEach(({ chain, way }, index) => {
    const { functions, from = null, to = null, gbps, packetBytes = null, maxDelayUs } = chain;
    // a way shares functions with others of its chain, so that it changes places with none
    const own = way === null ? null : index;
    const key = JSON.stringify([functions, from, to, gbps, packetBytes, maxDelayUs, own]);
    const group = groups.get(key) ?? [];
    group.push(index);
    groups.set(key, group);
  });
  return [...groups.values()];
}
