import type { Outcome } from "../flow/flow.ts";
import type { Probabilities } from "../probabilities.ts";
import { ArcShares } from "./arcShares.ts";
import { type CostVertex, costGraph, type PathCost } from "./costGraph.ts";
import type { Arc, Vertex } from "./explore.ts";
import type { ProgramWalks } from "./programWalks.ts";

/** Packets that come to one kind of end: their share of all, mean cost and its standard deviation between paths. */
type ExpectedShare = { outcome: Outcome; probability: number; mean: number; deviation: number };

export type Expected = {
  /** over all packets; null when packets come to an end that has no cost */
  mean: number | null;
  deviation: number | null;
  outcomes: ExpectedShare[];
  /** places where the ways were taken to be equally likely, because nothing was said about them */
  assumed: string[];
};

/** Probability, and probability times cost and times its square, of what has come to a vertex. */
type Moments = { mass: number; first: number; second: number };

/**
 * Mean and standard deviation of `cost` over the packets that `probabilities` describe: exact, in one pass over the
 * merged states, however many paths there are. Null when the states of `cost` are too many to follow.
 */
export function expectedCost(
  walks: ProgramWalks,
  cost: PathCost,
  probabilities: Probabilities,
): Expected | null {
  const graph = costGraph(walks, cost);
  if (!graph) return null;
  const shares = new ArcShares(probabilities);
  const sharesOf = new Map<Vertex, Map<Arc, number>>();
  const reached = new Map<CostVertex, Moments>([[graph.start, { mass: 1, first: 0, second: 0 }]]);
  const ends = new Map<Outcome, Moments>();
  for (const at of graph.order) {
    const here = reached.get(at);
    if (!here) continue;
    const divided = sharesOf.get(at.vertex) ?? shares.of(at.vertex);
    sharesOf.set(at.vertex, divided);
    for (const { arc, cost: step, to } of at.arcs) {
      const share = divided.get(arc) ?? 0;
      if (share === 0) continue;
      const moved = advance(here, step, share);
      if (to) reached.set(to, add(reached.get(to), moved));
      else {
        const outcome = at.vertex.node.outcome ?? "forward";
        ends.set(outcome, add(ends.get(outcome), moved));
      }
    }
  }
  const all = [...ends.values()].reduce(add, { mass: 0, first: 0, second: 0 });
  const isAnswered = all.mass > 1 - ANSWERED_TOLERANCE;
  return {
    mean: isAnswered ? all.first / all.mass : null,
    deviation: isAnswered ? deviationOf(all) : null,
    outcomes: outcomes.flatMap((outcome) => {
      const moments = ends.get(outcome);
      if (!moments) return [];
      const { mass, first } = moments;
      return [{ outcome, probability: mass, mean: first / mass, deviation: deviationOf(moments) }];
    }),
    assumed: [...shares.assumed],
  };
}

/** In the order in which they are told. */
const outcomes = ["forward", "drop", "recirculate", "clone"] as const satisfies readonly Outcome[];

/** Binary rounding over long paths stays far below this. */
const ANSWERED_TOLERANCE = 1e-9;

const advance = ({ mass, first, second }: Moments, step: number, share: number): Moments => ({
  mass: mass * share,
  first: (first + mass * step) * share,
  second: (second + 2 * step * first + step * step * mass) * share,
});

const add = (a: Moments | undefined, b: Moments): Moments =>
  a ? { mass: a.mass + b.mass, first: a.first + b.first, second: a.second + b.second } : b;

const deviationOf = ({ mass, first, second }: Moments): number =>
  Math.sqrt(Math.max(0, second / mass - (first / mass) ** 2));
