import type { Catalogue } from "../catalogue.ts";
import type { IdLookup } from "../embedding.ts";
import { createInstance, type Instance } from "../instance.ts";
import { waysOf } from "../ways.ts";
import { factsAt, switchDelaysOf, wiringOf } from "./network.ts";
import type { LaidChain, WhatIf } from "./state.ts";

export type UsedPart = { instance: Instance; lookup: IdLookup };

/**
 * The part of a problem that these chains touch, as an instance with all chains of the problem: what a cloud
 * of any size has to be evaluated by.
 */
export function usedPart({ problem }: WhatIf, catalogue: Catalogue, chains: readonly LaidChain[]): UsedPart {
  const nodes = new Set(chains.flatMap((c) => [...c.hosts, ...waysOf(c).flat()]));
  const { linkOf } = wiringOf(problem);
  const links = new Set(
    chains.flatMap((c) =>
      waysOf(c).flatMap((path) => path.slice(1).flatMap((node, i) => linkOf(path[i]!, node) ?? [])),
    ),
  );
  const switchUs = switchDelaysOf(problem);
  const instance = createInstance(
    {
      ...problem,
      devices: [...nodes].flatMap((id) => {
        const facts = factsAt(problem, catalogue, id);
        return facts === null ? [] : [{ id, profile: facts.profile }];
      }),
      switches: [...nodes].flatMap((id) => {
        const delayUs = switchUs.get(id);
        return delayUs === undefined ? [] : [{ id, delayUs }];
      }),
      links: [...links],
    },
    catalogue,
  );
  const nodeIndex = new Map(instance.nodes.map((id, i) => [id, i]));
  const chainIndex = new Map(instance.chains.map((c, i) => [c.chain.id, i]));
  return {
    instance,
    lookup: { node: (id) => nodeIndex.get(id) ?? -1, chain: (id) => chainIndex.get(id) ?? -1 },
  };
}
