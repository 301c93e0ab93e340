import type { Random } from "../../../src/core/index.ts";

/** How near a placement by two choices comes to a uniform one, which must ask every server (thesis Fig. 8.7). */
type PlacementQuality = {
  /**
   * share of servers with the chains of a uniform placement: the rounded mean (our reading, chosen among
   * three: SPEC.md)
   */
  uniform: number;
  /** share of servers that are at most one chain off that */
  nearlyUniform: number;
  /** servers asked, over those that asking all needs */
  queryShare: number;
};

/** Places `chains` equal chains on `servers` equal servers, one after the other, by two choices. */
export function placementQuality(servers: number, chains: number, random: Random): PlacementQuality {
  const load = new Uint32Array(servers);
  let queries = 0;
  for (let i = 0; i < chains; i++) {
    const [a, b] = pair(servers, random);
    load[load[a]! <= load[b]! ? a : b]!++;
    queries += 2;
  }
  const mean = Math.round(chains / servers);
  const within = (distance: number): number =>
    load.filter((l) => Math.abs(l - mean) <= distance).length / servers;
  return { uniform: within(0), nearlyUniform: within(1), queryShare: queries / (chains * servers) };
}

function pair(n: number, random: Random): [number, number] {
  const a = random.integer(n);
  const b = random.integer(n - 1);
  return [a, b < a ? b : b + 1];
}
