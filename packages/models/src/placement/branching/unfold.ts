import { type Chain, waysOfChain } from "../../chain/index.ts";
import type { Problem, WayOf } from "../problem.ts";
import type { PlacedChain, PlacedWay, Placement } from "../result.ts";

/** Whether some chain of a problem branches. */
export const hasBranches = ({ chains }: Pick<Problem, "chains">): boolean =>
  chains.some(({ branches }) => branches !== undefined);

/** Name of a way of a chain, from 1. */
export const wayId = (chain: string, index: number): string => `${chain}/${index + 1}`;

/**
 * A problem in which each way of a chain that branches is a chain of its own, with its share of the rate (BR1). `ways`
 * says of which chain it is: functions and stretches that ways share are one function and one stretch.
 */
export function unfoldBranches(problem: Problem): Problem {
  if (!hasBranches(problem)) return problem;
  const ways: Record<string, WayOf> = {};
  const chains = problem.chains.flatMap((chain): Chain[] => {
    if (chain.branches === undefined) return [chain];
    const { branches: _, ...whole } = chain;
    return waysOfChain(chain).map(({ functions, share }, index) => {
      const id = wayId(chain.id, index);
      ways[id] = { chain: chain.id, positions: functions, share };
      return {
        ...whole,
        id,
        functions: functions.map((k) => chain.functions[k]!),
        gbps: chain.gbps * share,
        segments: chain.segments.flatMap((segment) => {
          const [fromFunction, toFunction] = [segment.fromFunction, segment.toFunction].map((k) =>
            functions.indexOf(k),
          );
          return fromFunction! < 0 || toFunction! < 0
            ? []
            : [{ ...segment, fromFunction: fromFunction!, toFunction: toFunction! }];
        }),
      };
    });
  });
  return { ...problem, chains, ways };
}

/** Chains by the places of their ways; those without one are left out. A chain takes as long as its slowest way. */
export function foldChains(
  problem: Problem,
  { ways = {} }: Pick<Problem, "ways">,
  apart: readonly PlacedChain[],
): PlacedChain[] {
  const placedOf = new Map(apart.map((placed) => [placed.id, placed]));
  return problem.chains.flatMap((chain): PlacedChain[] => {
    if (chain.branches === undefined) return [placedOf.get(chain.id) ?? []].flat();
    const own = Object.keys(ways).filter((id) => ways[id]!.chain === chain.id);
    const placed = own.flatMap((id) => placedOf.get(id) ?? []);
    return placed.length < own.length
      ? []
      : [
          together(
            chain,
            placed,
            own.map((id) => ways[id]!),
          ),
        ];
  });
}

/** An answer to the problem of ways as one to the problem itself. */
export function foldPlacement(problem: Problem, unfolded: Problem, placement: Placement): Placement {
  const { ways = {} } = unfolded;
  const chains = foldChains(problem, unfolded, placement.chains);
  const embedded = new Set(chains.map(({ id }) => id));
  return {
    ...placement,
    embedded: chains.length,
    rejected: problem.chains.flatMap(({ id }) => (embedded.has(id) ? [] : [id])),
    chains,
    conflicts: placement.conflicts.map((conflict) => ({
      ...conflict,
      ids: [...new Set(conflict.ids.map((id) => ways[id]?.chain ?? id))],
    })),
  };
}

/** A chain by its placed ways. */
function together(chain: Chain, placed: readonly PlacedChain[], ways: readonly WayOf[]): PlacedChain {
  const [slowest] = [...placed].sort((a, b) => b.delayUs - a.delayUs);
  const hosts = chain.functions.map((_, k) => {
    const way = ways.findIndex(({ positions }) => positions.includes(k));
    return placed[way]!.hosts[ways[way]!.positions.indexOf(k)]!;
  });
  return {
    ...slowest!,
    id: chain.id,
    hosts,
    ways: placed.map(({ id: _, hosts: __, ...way }, w): PlacedWay => {
      const { positions, share } = ways[w]!;
      return { functions: [...positions], share, ...way };
    }),
  };
}

/** Sum of the delays of all chains, of each that of its slowest way. */
export function totalDelayUs(
  { ways }: Pick<Problem, "ways">,
  chains: readonly Pick<PlacedChain, "id" | "delayUs">[],
): number {
  const slowest = new Map<string, number>();
  for (const { id, delayUs } of chains) {
    const chain = ways?.[id]?.chain ?? id;
    slowest.set(chain, Math.max(slowest.get(chain) ?? Number.NEGATIVE_INFINITY, delayUs));
  }
  return [...slowest.values()].reduce((sum, us) => sum + us, 0);
}
