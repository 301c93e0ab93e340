import type { Random } from "../../core/index.ts";

/** A server that may take a chain. `load`: any number that grows with what it carries. */
export type ServerCandidate = { id: string; load: number; freeCores: number; nics: number };
export type ServerNeed = { cores: number; nics: number };

/** The chosen server, or none; `queries`: servers that were asked for their load. */
export type ServerChoice = { server: ServerCandidate | null; queries: number };

/**
 * Power of two random choices (thesis Algorithm 3): of two random servers the less loaded that has the cores
 * and NICs; when neither has, both are left out and two others are drawn. As printed the algorithm keeps the
 * more loaded one; the prose says the less loaded [katsikas-readings] no. 3.
 */
export function selectServer(
  servers: readonly ServerCandidate[],
  need: ServerNeed,
  random: Random,
): ServerChoice {
  const left = [...servers];
  let queries = 0;
  while (left.length > 0) {
    const drawn = draw(left, random);
    queries += drawn.length;
    const feasible = drawn.filter((s) => s.freeCores >= need.cores && s.nics >= need.nics);
    const server = feasible.reduce<ServerCandidate | null>(
      (b, s) => (b === null || s.load < b.load ? s : b),
      null,
    );
    if (server !== null) return { server, queries };
  }
  return { server: null, queries };
}

/** Takes two random elements out of `left`, or the last one. */
function draw<T>(left: T[], random: Random): T[] {
  const take = (): T => left.splice(random.integer(left.length), 1)[0]!;
  return left.length > 1 ? [take(), take()] : [take()];
}

/** How near a placement by two choices comes to a uniform one, which must ask every server (thesis Fig. 8.7). */
export type PlacementQuality = {
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
