import { waysOfChain } from "../../chain/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { waysOf } from "../ways.ts";
import { isKept, type KeptPaths, laidOn, pathFinder } from "./routes.ts";
import type { LaidChain, WhatIf } from "./state.ts";

type Chain = WhatIf["problem"]["chains"][number];
type Path = readonly string[];
/** Of a way, between two places on different nodes; ways with the same `key` share it. */
type Stretch = { key: string; from: string; to: string };

/**
 * A chain that branches on these hosts, as `routed` lays one of a single way: each stretch has one path, whichever ways
 * pass it, and room for all of them (BR1).
 */
export function routedWays(
  state: WhatIf,
  catalogue: Catalogue,
  before: LaidChain | null,
  chain: Chain,
  hosts: readonly string[],
  keep: KeptPaths,
): LaidChain {
  const ways = waysOfChain(chain).map(({ functions, share }) => ({
    ...{ functions, share, stretches: stretchesOf(chain, hosts, functions) },
  }));
  const shares = new Map<string, number>();
  for (const { share, stretches } of ways)
    for (const { key } of stretches) shares.set(key, (shares.get(key) ?? 0) + share);
  const kept = before === null ? new Map<string, Path>() : pathsOf(chain, before);
  const find = pathFinder(state, catalogue, chain.id);
  const paths = new Map<string, Path>();
  const pathOf = ({ key, from, to }: Stretch): Path => {
    const known = paths.get(key);
    if (known !== undefined) return known;
    const was = kept.get(key);
    const isSame = was?.[0] === from && was.at(-1) === to && isKept(state, was, keep);
    const path = find(from, to, chain.gbps * shares.get(key)!, isSame ? was : undefined);
    paths.set(key, path);
    return path;
  };
  return laidWays(chain, hosts, ways, pathOf);
}

/**
 * The same by given paths: of each way in order those of its stretches that no way before it has. Null where they do
 * not lead along the chain.
 */
export function waysAlong(chain: Chain, hosts: readonly string[], route: readonly Path[]): LaidChain | null {
  const ways = waysOfChain(chain).map(({ functions }) => ({
    ...{ functions, stretches: stretchesOf(chain, hosts, functions) },
  }));
  const paths = new Map<string, Path>();
  for (const { key, from, to } of ways.flatMap(({ stretches }) => stretches)) {
    if (paths.has(key)) continue;
    const path = route[paths.size];
    if (path?.[0] !== from || path.at(-1) !== to) return null;
    paths.set(key, path);
  }
  return paths.size < route.length ? null : laidWays(chain, hosts, ways, ({ key }) => paths.get(key)!);
}

/** The paths of a chain that has a place, as `waysAlong` takes them. */
export const pathsAlong = (chain: Chain, laid: LaidChain): Path[] => [...pathsOf(chain, laid).values()];

function laidWays(
  chain: Chain,
  hosts: readonly string[],
  ways: readonly { functions: readonly number[]; stretches: readonly Stretch[] }[],
  pathOf: (stretch: Stretch) => Path,
): LaidChain {
  const laid = ways.map(({ functions, stretches }) => {
    const own = functions.map((k) => hosts[k]!);
    const { id: _, hosts: __, ...way } = laidOn(chain, chain.id, own, stretches.map(pathOf));
    return { functions, ...way };
  });
  const { functions: _, ...first } = laid[0]!;
  return { id: chain.id, hosts: [...hosts], ...first, ways: laid };
}

function stretchesOf({ from, to }: Chain, hosts: readonly string[], functions: readonly number[]): Stretch[] {
  const places = [
    ...(from === undefined ? [] : [["start", from] as const]),
    ...functions.map((k) => [String(k), hosts[k]!] as const),
    ...(to === undefined ? [] : [["end", to] as const]),
  ];
  return places.slice(1).flatMap(([place, node], i): Stretch[] => {
    const [last, left] = places[i]!;
    return left === node ? [] : [{ key: `${last} ${place}`, from: left, to: node }];
  });
}

/** The path of each stretch of a chain that has a place. */
function pathsOf(chain: Chain, { hosts, ways = [] }: LaidChain): Map<string, Path> {
  return new Map(
    ways.flatMap((way) => {
      const paths = waysOf({ hosts, ...way });
      return stretchesOf(chain, hosts, way.functions).flatMap(({ key }, i): [string, Path][] =>
        paths[i] === undefined ? [] : [[key, paths[i]]],
      );
    }),
  );
}
