import type { Catalogue } from "../catalogue.ts";
import { CAPACITY_TOLERANCE } from "../instance.ts";
import { waysOf } from "../ways.ts";
import { unfoldState } from "./branches.ts";
import { fastestRoute } from "./fastestRoute.ts";
import { wiringOf } from "./network.ts";
import type { LaidChain, Layout, WhatIf } from "./state.ts";

/** Pairs of consecutive functions on different devices, in order: each of them has a path in `route`. */
export const movesOf = (hosts: readonly string[]): (readonly [string, string])[] =>
  hosts.slice(1).flatMap((to, k) => (to === hosts[k] ? [] : [[hosts[k]!, to] as const]));

/** Where a chain on these devices is in turn: the host where it starts, its devices, the host where it ends. */
export const stopsOf = (
  { from, to }: Pick<WhatIf["problem"]["chains"][number], "from" | "to">,
  hosts: readonly string[],
): string[] => [from ?? [], hosts, to ?? []].flat();

/** Gbps of each directed link that the chains of a layout use; keys are `from to`. */
export function linkLoads(problem: WhatIf["problem"], layout: Layout): Map<string, number> {
  const apart = unfoldState({ problem, layout });
  const rates = new Map(apart.problem.chains.map((c) => [c.id, c.gbps]));
  const loads = new Map<string, number>();
  for (const { id, ...laid } of apart.layout.chains) {
    for (const path of waysOf(laid)) addLoad(loads, path, rates.get(id) ?? 0);
  }
  return loads;
}

function addLoad(loads: Map<string, number>, path: readonly string[], gbps: number): void {
  path.slice(1).forEach((node, i) => {
    const arc = `${path[i]} ${node}`;
    loads.set(arc, (loads.get(arc) ?? 0) + gbps);
  });
}

const isAlive = ({ failed }: WhatIf, path: readonly string[]): boolean =>
  !path.some((node) => failed.nodes.includes(node)) &&
  !failed.links.some(([a, b]) =>
    path.some((node, i) => (node === a && path[i + 1] === b) || (node === b && path[i + 1] === a)),
  );

/** Paths of a chain that stay where their two devices do: every one, those around what has failed, or none. */
export type KeptPaths = "all" | "alive" | "none";

/**
 * A chain on these hosts. A path that stands between the same devices is kept as `keep` says; every other one
 * is the fastest with room left beside the other chains, or else the fastest of all. Where none exists the
 * path is the bare pair, which the evaluation reports.
 */
export function routed(
  state: WhatIf,
  catalogue: Catalogue,
  before: LaidChain | null,
  id: string,
  hosts: readonly string[],
  keep: KeptPaths,
): LaidChain {
  const chain = state.problem.chains.find((c) => c.id === id);
  const find = pathFinder(state, catalogue, id);
  const kept = before === null ? [] : waysOf(before).filter((path) => isKept(state, path, keep));
  const ways = movesOf(stopsOf(chain ?? {}, hosts)).map(([from, to]) => {
    const same = kept.find((path) => path[0] === from && path.at(-1) === to);
    return find(from, to, chain?.gbps ?? 0, same);
  });
  return laidOn(chain ?? {}, id, hosts, ways);
}

export const isKept = (state: WhatIf, path: readonly string[], keep: KeptPaths): boolean =>
  keep !== "none" && (keep === "all" || isAlive(state, path));

/** Paths of a chain, each beside the other chains and those found before: `same` where it is one, or the fastest. */
export function pathFinder(
  state: WhatIf,
  catalogue: Catalogue,
  id: string,
): (from: string, to: string, gbps: number, same: readonly string[] | undefined) => readonly string[] {
  const { problem, layout } = state;
  const loads = linkLoads(problem, { chains: layout.chains.filter((c) => c.id !== id) });
  const bothWays = problem.options.linkDirection === "half-duplex";
  const { linkOf } = wiringOf(problem);
  return (from, to, gbps, same) => {
    const room = (a: string, b: string): boolean => {
      const load = (loads.get(`${a} ${b}`) ?? 0) + (bothWays ? (loads.get(`${b} ${a}`) ?? 0) : 0);
      return load + gbps <= (linkOf(a, b)?.gbps ?? 0) + CAPACITY_TOLERANCE;
    };
    const path = same ??
      fastestRoute(state, catalogue, from, to, room) ??
      fastestRoute(state, catalogue, from, to, () => true) ?? [from, to];
    addLoad(loads, path, gbps);
    return path;
  };
}

/** A chain on these devices by these ways, in the order in which a packet takes them. */
export function laidOn(
  { from, to }: Pick<WhatIf["problem"]["chains"][number], "from" | "to">,
  id: string,
  hosts: readonly string[],
  ways: readonly (readonly string[])[],
): LaidChain {
  const route = ways.slice(from === undefined ? 0 : 1, to === undefined ? undefined : -1);
  return {
    ...{ id, hosts: [...hosts], route: route.length > 0 ? route : [[hosts[0]!]] },
    ...(from === undefined ? {} : { entry: ways[0]! }),
    ...(to === undefined ? {} : { exit: ways.at(-1)! }),
  };
}
