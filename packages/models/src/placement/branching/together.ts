import type { Instance } from "../instance.ts";

/** The chains one by one, the ways of a chain that branches together. */
export function waysTogether({ chains }: Pick<Instance, "chains">): number[][] {
  const groups = new Map<string, number[]>();
  for (const [index, { chain, way }] of chains.entries()) {
    const key = way === null ? `chain ${chain.id}` : `ways of ${way.chain}`;
    groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  return [...groups.values()];
}
