import { NS_PER_US } from "../../core/index.ts";
import type { Problem, Weights } from "../problem.ts";
import type { Placement } from "../result.ts";
import type { ParetoFront, ParetoPoint } from "./front.ts";
import { createSolver, isProof, type ParetoOptions, type Solved, type Solver } from "./solver.ts";

/** The most points when the caller does not say (our choice: a chart with more is a curve). */
const DEFAULT_MAX_POINTS = 40;
/** Delays that are closer than this are the same trade-off (our choice; ten times the tolerance of delays). */
const STEP_US = 1e-5;
/** Weighted objectives that differ by less, relative to their size, are equal: the tolerance of the integer program. */
const SAME = 1e-6;

/**
 * Trade-offs between delay and the power or the price of the devices in use (Eqs. 5.2, 5.3, 5.22 weighed as in 5.5). Measure `slowest`, or a
 * single chain: the least value for a falling limit of the slowest chain (epsilon constraint by the budgets), which finds every point.
 * Measure `total` over several chains: weighted sums between neighbours, which find the points on the hull. Works on any engine; its answers
 * `optimal` are the proofs. The problem's own objective is not used, its budgets hold. Rejects only with the signal's reason.
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

const CUT = {
  none: "no placement was found, which is no proof that there is none",
  time: "time ran out before every trade-off was found",
  points: "there are more points than were asked for",
  unproven: "the engine did not prove each of its answers, so a better trade-off may exist",
  hull: "several chains with the sum of their delays: trade-offs between two neighbours that no weighting prefers are not looked for",
} as const;

/** Weights of power or price, and of delay. */
const weigh = (against: ParetoFront["against"], value: number, delay: number): Weights => ({
  power: against === "power" ? value : 0,
  cost: against === "cost" ? value : 0,
  delay,
});

/** Objective and bound of the answer belong to the weights of the search, so they are left out. */
const pointOf = ({ value, delayUs, placement }: Solved, proven: boolean): ParetoPoint => {
  const { objective: _, ...rest } = placement;
  return { value, delayUs, proven, placement: { ...rest, bound: null, gap: null } };
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
  const grain = grainOf(problem, options);
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

/** The two ends, then whatever a weighting between two neighbours finds below the line that joins them. */
async function byWeights(problem: Problem, solver: Solver, options: ParetoOptions): Promise<Found> {
  const { against, maxPoints = DEFAULT_MAX_POINTS, onProgress } = options;
  const notes = new Set<string>([CUT.hull]);
  const anywhere = Number.POSITIVE_INFINITY;
  const first = await solver.solve(weigh(against, 1, 0), anywhere);
  if ("none" in first) return noPoint(first.none);
  const points: Solved[] = [];
  const add = (next: Solved | { none: unknown }): Solved | null => {
    if ("none" in next) {
      notes.add(CUT.unproven);
      return null;
    }
    if (!next.optimal) notes.add(CUT.unproven);
    points.push(next);
    onProgress?.({ points: undominated(points).length, solves: solver.solves });
    return next;
  };
  const tie = first.delayUs > 0 ? grainOf(problem, options) / (2 * first.delayUs) : 0;
  const cheapest = add(await solver.solve(weigh(against, 1, tie), anywhere)) ?? add(first)!;
  // a nanosecond outweighs whatever the devices draw or cost; both stay well above the solver's tolerance
  const dearest = Math.max(1, total(problem, options));
  const fastest = add(await solver.solve(weigh(against, 1 / dearest, NS_PER_US), anywhere)) ?? cheapest;
  const open: [Solved, Solved][] = [[cheapest, fastest]];
  for (;;) {
    const pair = open.pop();
    if (!pair) break;
    if (solver.late() || undominated(points).length >= maxPoints) {
      notes.add(solver.late() ? CUT.time : CUT.points);
      break;
    }
    const [cheap, fast] = pair;
    const [dearer, slower] = [fast.value - cheap.value, cheap.delayUs - fast.delayUs];
    if (dearer <= SAME || slower <= STEP_US) continue;
    const weight = dearer / slower;
    const next = await solver.solve(weigh(against, 1, weight), anywhere);
    if ("none" in next) {
      notes.add(CUT.unproven);
      continue;
    }
    const at = (p: Solved): number => p.value + weight * p.delayUs;
    if (!next.optimal) notes.add(CUT.unproven);
    if (at(next) >= at(cheap) - SAME * Math.max(1, Math.abs(at(cheap)))) continue;
    add(next);
    open.push([cheap, next], [next, fast]);
  }
  return {
    points: undominated(points).map((p) => pointOf(p, p.optimal)),
    complete: false,
    notes: [...notes],
    conflicts: [],
  };
}

/** Those of which none other is as good in both and better in one; of equal ones the first. */
function undominated(points: readonly Solved[]): Solved[] {
  return points.filter((p, i) =>
    points.every((q, j) => {
      const asGood = q.value <= p.value + SAME && q.delayUs <= p.delayUs + STEP_US / 2;
      const better = q.value < p.value - SAME || q.delayUs < p.delayUs - STEP_US / 2;
      return !(asGood && (better || j < i));
    }),
  );
}

/** Power or price of each device of the problem. */
const valuesOf = ({ devices }: Problem, { catalogue, against }: ParetoOptions): number[] =>
  devices.map(({ profile }) => {
    const facts = catalogue.device(profile);
    return (against === "power" ? facts?.powerWatts : facts?.costUsd) ?? 0;
  });

const total = (problem: Problem, options: ParetoOptions): number =>
  valuesOf(problem, options).reduce((sum, value) => sum + value, 0);

/** Values are sums of prices or powers: no two different ones are closer than the largest unit that divides them all. */
function grainOf(problem: Problem, options: ParetoOptions): number {
  const divisor = valuesOf(problem, options)
    .map((value) => Math.round(value * UNIT))
    .reduce(gcd, 0);
  return divisor === 0 ? 1 : divisor / UNIT;
}

/** Prices and powers are taken to a thousandth. */
const UNIT = 1000;
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
