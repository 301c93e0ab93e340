import { assert } from "../../src/core/index.ts";
import { meanWait } from "../../src/queueing/index.ts";
import { type Network, portLoads } from "./fatTree.ts";

/** Transmission times of packets: mean, standard deviation, and the mean of what one exceeds another by (0 if not). */
export type Sizes = { meanUs: number; sigmaUs: number; excessUs: number };

/**
 * Mean delay of each flow, each port an M/G/1 queue of its own (the product's formula): Kleinrock's independence.
 */
export function independentDelays(network: Network, sizes: Sizes): number[] {
  const waits = portLoads(network).map((pps) => waitAt(pps, sizes));
  return delaysOf(network, sizes, waits);
}

/**
 * The same, knowing that links of one rate feed a port: packets of one link come one after another and do not wait for
 * each other but for what a larger one ahead takes longer. In a tree of such ports the waits of packets of one size add
 * up to that of one queue that meets all of them (Rubin 1974; Shalmon and Kaplan 1984); so a port's wait is that of
 * M/G/1 at its load less, for each link, that of the link's own share of it.
 */
export function fedDelays(network: Network, sizes: Sizes): number[] {
  const loads = portLoads(network);
  const fed = network.ports.map(() => new Map<number | null, number>());
  for (const { path, pps } of network.flows)
    path.forEach((port, i) => {
      const link = path[i - 1] ?? null;
      fed[port]!.set(link, (fed[port]!.get(link) ?? 0) + pps);
    });
  const waits = fed.map((links, port) => {
    let waitUs = waitAt(loads[port]!, sizes);
    for (const [link, pps] of links) {
      if (link === null) continue;
      const followsShare = (pps * sizes.meanUs) / 1e6;
      waitUs -= (pps / loads[port]!) * (waitAt(pps, sizes) - followsShare * sizes.excessUs);
    }
    return Math.max(0, waitUs);
  });
  return delaysOf(network, sizes, waits);
}

const delaysOf = ({ flows }: Network, { meanUs }: Sizes, waits: readonly number[]): number[] =>
  flows.map(({ path }) => path.reduce((sum, port) => sum + waits[port]! + meanUs, 0));

function waitAt(pps: number, { meanUs, sigmaUs }: Sizes): number {
  const wait = meanWait(pps, meanUs, sigmaUs);
  assert(wait.stable, "the load is below the link's rate");
  return wait.waitUs;
}
