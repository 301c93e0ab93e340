import { NO_PACKET } from "../delayRange.ts";
import { delayRangeIn } from "../delayRangeIn.ts";
import type { Problem } from "../problem.ts";
import { isProof, type Placement } from "../result.ts";
import type { ParetoFront, ParetoPoint } from "./front.ts";
import { hullOf } from "./hull.ts";
import { createSolver, type ParetoOptions, type Solved, type Solver } from "./solver.ts";
import { CUT, DEFAULT_MAX_POINTS, grainOf, STEP_US, undominated, weigh } from "./tradeoff.ts";

/**
 * Trade-offs between delay and the power or the price of the devices in use (Eqs. 5.2, 5.3, 5.22 weighed as
 * in 5.5). Measure `slowest`, or a single chain: the least value for a falling limit of the slowest chain
 * (epsilon constraint by the budgets), which finds every point. Measure `total` over several chains: weighted
 * sums between neighbours, which find the points on the hull. Works on any engine; its answers `optimal` are
 * the proofs. The problem's own objective is not used, its budgets hold. Rejects only with the signal's
 * reason.
 */
export async function paretoFront(problem: Problem, options: ParetoOptions): Promise<ParetoFront> {
  const started = options.nowMs();
  const { against, engine, measure = "total" } = options;
  const solver = createSolver(problem, options);
  const byLimit = measure === "slowest" || problem.chains.length === 1;
  const found = byLimit
    ? await bySlowest(problem, solver, options)
    : await byWeights(problem, solver, options);
  return {
    against,
    measure,
    engine: engine.id,
    ...found,
    points: found.points.sort((a, b) => a.value - b.value),
    solves: solver.solves,
    timeMs: options.nowMs() - started,
  };
}

type Found = Pick<ParetoFront, "points" | "complete" | "notes" | "conflicts">;

/** Objective and bound of the answer belong to the weights of the search, so they are left out. */
const pointsOf = (problem: Problem, { catalogue, measure }: ParetoOptions) => {
  const rangeOf = delayRangeIn(problem, catalogue);
  return ({ value, delayUs, answer }: Solved, proven: boolean): ParetoPoint => {
    const { objective: _, ...rest } = answer;
    const slowest = answer.chains.find((chain) => chain.delayUs === delayUs);
    const of = measure === "slowest" && slowest ? [slowest] : answer.chains;
    const range = rangeOf(of.flatMap(({ terms }) => terms));
    const { delayUs: __, ...intervals } = of.length === 1 ? range : { ...range, ...NO_PACKET };
    return { value, delayUs, ...intervals, proven, placement: { ...rest, bound: null, gap: null } };
  };
};

const noPoint = (none: Placement): Found => ({
  points: [],
  complete: isProof(none),
  notes: isProof(none) ? [] : [CUT.none],
  conflicts: none.conflicts,
});

/** From the cheapest on, each time asking for less delay than before, until there is none. */
async function bySlowest(problem: Problem, solver: Solver, options: ParetoOptions): Promise<Found> {
  const { against, maxPoints = DEFAULT_MAX_POINTS, onProgress } = options;
  const grain = grainOf(valuesOf(problem, options));
  const found: Solved[] = [];
  const notes = new Set<string>();
  let limitUs = Number.POSITIVE_INFINITY;
  let ended = false;
  for (;;) {
    if (solver.late()) notes.add(CUT.time);
    if (solver.late()) break;
    // less delay decides among equal values: its weight is too small to buy any
    const tie = Number.isFinite(limitUs) ? grain / (2 * problem.chains.length * limitUs) : 0;
    const next = await solver.solve(weigh(against, 1, tie), limitUs);
    if ("none" in next) {
      if (found.length === 0) return noPoint(next.none);
      ended = isProof(next.none);
      if (!ended) notes.add(solver.late() ? CUT.time : CUT.unproven);
      break;
    }
    if (!next.optimal) notes.add(CUT.unproven);
    found.push(next);
    const points = undominated(found);
    onProgress?.({ points: points.length, solves: solver.solves });
    if (points.length > maxPoints) {
      notes.add(CUT.points);
      break;
    }
    limitUs = next.delayUs - STEP_US;
    if (limitUs <= 0) {
      ended = true;
      break;
    }
  }
  const points = undominated(found).slice(0, maxPoints);
  const pointOf = pointsOf(problem, options);
  // a point is proven when the next solve shows that less delay costs more
  const proven = (point: Solved): boolean => {
    const at = found.indexOf(point);
    const after = found[at + 1];
    return point.optimal && (after ? after.optimal : ended);
  };
  return {
    points: points.map((p) => pointOf(p, proven(p))),
    complete: ended && notes.size === 0,
    notes: [...notes],
    conflicts: [],
  };
}

/** Weighted sums, for the points on the hull. */
async function byWeights(problem: Problem, solver: Solver, options: ParetoOptions): Promise<Found> {
  const { against, maxPoints, onProgress } = options;
  const values = valuesOf(problem, options);
  let none: Placement | null = null;
  const hull = await hullOf<Placement>({
    async ask(value, delay) {
      const next = await solver.solve(weigh(against, value, delay), Number.POSITIVE_INFINITY);
      if (!("none" in next)) return next;
      none ??= next.none;
      return null;
    },
    grain: grainOf(values),
    dearest: values.reduce((sum, value) => sum + value, 0),
    maxPoints,
    late: solver.late,
    onPoint: (points) => onProgress?.({ points, solves: solver.solves }),
  });
  if (hull === null) return noPoint(none!);
  const pointOf = pointsOf(problem, options);
  return {
    points: hull.points.map((p) => pointOf(p, p.optimal)),
    complete: false,
    notes: hull.notes,
    conflicts: [],
  };
}

/** Power or price of each device of the problem. */
const valuesOf = ({ devices }: Problem, { catalogue, against }: ParetoOptions): number[] =>
  devices.map(({ profile }) => {
    const facts = catalogue.device(profile);
    return (against === "power" ? facts?.powerWatts : facts?.costUsd) ?? 0;
  });
