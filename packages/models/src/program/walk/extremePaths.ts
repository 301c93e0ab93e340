import type { Outcome } from "../flow/flow.ts";
import type { Path } from "../report.ts";
import { BestFirst } from "./bestFirst.ts";
import { type CostArc, type CostGraph, type CostVertex, costGraph, type PathCost } from "./costGraph.ts";
import type { Vertex } from "./explore.ts";
import {
  arcsOf,
  countWalks,
  type ProgramWalks,
  pathOfArcs,
  type Trail,
  walksBefore,
} from "./programWalks.ts";

type CostedPath = { path: Path; cost: number };

export type ExtremePaths = {
  /** from the cheapest on, at most k; of equal ones the first in the program's order */
  cheapest: CostedPath[];
  /** from the dearest on, likewise */
  dearest: CostedPath[];
  /** some path has no cost; it stands in neither list */
  unanswered: boolean;
};

/** Costs closer than this are equal, so that binary rounding does not decide the order. */
const STEPS_PER_UNIT = 1e9;

/**
 * The k cheapest and k dearest of all feasible paths, listed or not, without enumerating them: what is still
 * to come is known exactly at every vertex, so a best-first search takes only steps that belong to an answer.
 * Null when the states of `cost` are too many to follow. `outcomes`: only paths that end so; left out, all.
 */
export function extremePaths(
  walks: ProgramWalks,
  cost: PathCost,
  k: number,
  outcomes?: readonly Outcome[],
): ExtremePaths | null {
  const graph = costGraph(walks, cost, outcomes);
  if (!graph) return null;
  const counts = countWalks(walks.exploration);
  return {
    cheapest: bestFirst(walks, graph, counts, k, 1),
    dearest: bestFirst(walks, graph, counts, k, -1),
    unanswered: graph.unanswered,
  };
}

/** A beginning of a path. `total` is the least that it can come to, `position` that of its first path among all. */
type Beginning = Trail & {
  total: number;
  position: bigint;
  spent: number;
  at: CostVertex | null;
};

function bestFirst(
  walks: ProgramWalks,
  graph: CostGraph,
  counts: ReadonlyMap<Vertex, bigint>,
  k: number,
  sign: 1 | -1,
): CostedPath[] {
  const rest = restCosts(graph, sign);
  const found: CostedPath[] = [];
  const open = new BestFirst(isBefore);
  const total = rest.get(graph.start);
  if (total === undefined) return [];
  open.push({ total: rounded(total), position: 0n, spent: 0, at: graph.start, last: null });
  for (let best = open.pop(); best && found.length < k; best = open.pop()) {
    if (!best.at) {
      found.push({ path: pathOfArcs(walks, arcsOf(best), best.position), cost: sign * best.spent + 0 });
      continue;
    }
    for (const { arc, cost, to } of best.at.arcs) {
      const following = to ? rest.get(to) : 0;
      if (following === undefined) continue;
      const spent = best.spent + sign * cost;
      const position = best.position + walksBefore(best.at.vertex, arc, counts);
      open.push({ total: rounded(spent + following), position, spent, at: to, last: { arc, before: best } });
    }
  }
  return found;
}

/** Least (times `sign`) cost from each vertex to an end; absent where no end with a cost is reached. */
function restCosts({ order }: CostGraph, sign: 1 | -1): Map<CostVertex, number> {
  const rest = new Map<CostVertex, number>();
  for (let index = order.length - 1; index >= 0; index--) {
    const at = order[index];
    if (!at) continue;
    const totals = at.arcs.flatMap((arc) => restThrough(arc, sign, rest));
    if (totals.length > 0)
      rest.set(
        at,
        totals.reduce((a, b) => Math.min(a, b)),
      );
  }
  return rest;
}

function restThrough(
  { cost, to }: CostArc,
  sign: 1 | -1,
  rest: ReadonlyMap<CostVertex, number>,
): number | [] {
  if (!to) return sign * cost;
  const following = rest.get(to);
  return following === undefined ? [] : sign * cost + following;
}

const rounded = (cost: number): number => Math.round(cost * STEPS_PER_UNIT);

const isBefore = (a: Beginning, b: Beginning): boolean =>
  a.total < b.total || (a.total === b.total && a.position < b.position);
