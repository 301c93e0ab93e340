import type { NetworkFunction } from "../../../src/chain/index.ts";
import type { DeviceFacts } from "../../../src/placement/catalogue.ts";
import type { Catalogue, Problem } from "../../../src/placement/index.ts";
import type { Request } from "./requests.ts";
import type { Substrate } from "./substrate.ts";

/** What every node has room for once and every virtual node takes: two of them never share a node. */
const PLACE = "place";

/**
 * A virtual network as a service chain, on what is left of a physical network. Processing is rules; bandwidth is the
 * chain's rate, on links that both directions share; a place is an extern as fast as the chain, so that a node holds
 * one function. Each node that is entered takes 1 us and nothing else does, so delay less 1 is the number of links
 * crossed. What chains are not stays out: virtual networks with branches or rings, and another bandwidth on each link.
 */
export function asChain(
  { cpu, bandwidth }: Request,
  left: Substrate,
): { problem: Problem; catalogue: Catalogue } {
  const functions = cpu.map(
    (rules, i): NetworkFunction => ({
      type: `v${i}`,
      features: { parse: 0, modify: 0, copy: 0, remove: 0, add: 0, table: 0 },
      architectures: [PLACE],
      externs: [PLACE],
      rules,
    }),
  );
  const devices = left.cpu.map((_, i) => ({ id: `n${i}`, profile: `n${i}` }));
  const facts = new Map(left.cpu.map((rules, i) => [`n${i}`, factsOf(`n${i}`, rules, bandwidth)]));
  return {
    problem: {
      devices,
      ...{ switches: [], deviceTypes: [], workload: [], functions, required: [] },
      links: left.links.map(({ ends: [a, b], bandwidth: gbps }) => ({ a: `n${a}`, b: `n${b}`, gbps })),
      chains: [
        {
          id: "request",
          functions: functions.map(({ type }) => type),
          gbps: bandwidth,
          maxDelayUs: null,
          segments: [],
        },
      ],
      options: {
        sharing: false,
        objective: { power: 0, delay: 1 },
        linkDirection: "half-duplex",
      },
    },
    catalogue: { profiles: [], functions: [], device: (profile) => facts.get(profile) ?? null },
  };
}

const factsOf = (profile: string, maxRules: number, bandwidth: number): DeviceFacts => ({
  profile,
  architectures: [PLACE],
  baseUs: 1,
  gbps: null,
  powerWatts: 0,
  costUsd: 0,
  maxConstructs: null,
  maxRules,
  externs: new Map([[PLACE, bandwidth]]),
  functionUs: () => 0,
  software: null,
  functionMoreUs: () => 0,
  spreadUs: null,
  fitErrorUs: null,
  runSpreadUs: 0,
  biasUs: () => 0,
});
