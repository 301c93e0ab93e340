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
