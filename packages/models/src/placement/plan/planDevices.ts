import type { Highs } from "highs";
import type { Catalogue } from "../catalogue.ts";
import { delayRange, NO_PACKET } from "../delayRange.ts";
import type { Problem, Weights } from "../problem.ts";
import type { Conflict, DelayTerm } from "../result.ts";
import type { DelayRange } from "../whatIf/evaluation.ts";
import { planConflicts } from "./planConflicts.ts";
import { createPlanInstance, type PlanInstance, planWeights } from "./planInstance.ts";
import type { Plan } from "./planResult.ts";
import {
  metricsOf,
  objectiveOf,
  outOfTime,
  type PlanLimits,
  type PlanSolved,
  type PlanSolver,
  type Purchase,
  solveAggregate,
  solveDirect,
} from "./solvePlan.ts";

export type PlanOptions = {
  /** for the whole plan; null for none */
  timeLimitMs: number | null;
  /** monotonic clock */
  nowMs: () => number;
};

/**
 * Engines of `plan`: `exact` over kinds of devices, `ilp` the program of the thesis, device by device and
 * function by function.
 */
export const planEngines: Readonly<Record<string, PlanSolver>> = { exact: solveAggregate, ilp: solveDirect };

const metricNames = ["power", "delay", "cost"] as const;

/**
 * Devices to buy for an expected workload (PA-P4VNF-RA, thesis Sec. 5.2.3, Eqs. 5.1-5.17). Normalisers that
 * the problem leaves out are 1 when one metric counts, else the largest value of the metric among the plans
 * that are best for one metric alone.
 */
export function planDevices(
  problem: Problem,
  catalogue: Catalogue,
  engine: string,
  options: PlanOptions,
  highs: Highs,
): Plan {
  const solver = planEngines[engine]!;
  const started = options.nowMs();
  const { timeLimitMs, nowMs } = options;
  // the solver takes 0 for no time at all
  const leftMs = (): number | null =>
    timeLimitMs === null ? null : Math.max(0, timeLimitMs - (nowMs() - started));
  const plan = createPlanInstance(problem, catalogue);
  const weights = planWeights(problem);
  const normalise = normalisersOf(problem, plan, weights, solver, { leftMs }, highs);
  const scaled: Weights = {
    power: weights.power / normalise.power,
    delay: weights.delay / normalise.delay,
    cost: weights.cost / normalise.cost,
  };
  const solved = trivial(plan) ?? solver(plan, scaled, { leftMs }, highs);
  const conflicts = conflictsOf(problem, catalogue, plan, solved, highs, leftMs);
  return { ...answerOf(plan, scaled, solved), engine, normalise, timeMs: nowMs() - started, conflicts };
}

/** A plan of which nothing is known, because its solver was ended. */
export const timedOutPlan = (engine: string, timeMs: number): Plan => ({
  ...{
    status: "infeasible",
    engine,
    timeMs,
    conflicts: [outOfTime],
    normalise: { power: 1, delay: 1, cost: 1 },
  },
  ...nothing,
});

const nothing = {
  ...{ objective: null, bound: null, gap: null, delayUs: null, costUsd: null, powerWatts: null },
  ...{ types: [], devices: [] },
};

/** Nothing to place, or nothing to place it on. */
function trivial(plan: PlanInstance): PlanSolved | null {
  if (plan.items.length === 0) return { status: "optimal", purchase: [], bound: 0 };
  return plan.kinds.length === 0 ? { status: "infeasible", purchase: null, bound: null } : null;
}

function conflictsOf(
  problem: Problem,
  catalogue: Catalogue,
  plan: PlanInstance,
  { status }: PlanSolved,
  highs: Highs,
  leftMs: () => number | null,
): Conflict[] {
  if (status === "unknown") return [outOfTime];
  return status === "infeasible" ? planConflicts(problem, catalogue, plan, highs, leftMs) : [];
}

function normalisersOf(
  problem: Problem,
  plan: PlanInstance,
  weights: Weights,
  solver: PlanSolver,
  limits: PlanLimits,
  highs: Highs,
): Weights {
  const given = problem.options.objective.normalise ?? {};
  const normalise: Weights = { power: given.power ?? 1, delay: given.delay ?? 1, cost: given.cost ?? 1 };
  const counted = metricNames.filter((m) => weights[m] > 0);
  const missing = counted.filter((m) => given[m] === undefined);
  if (counted.length < 2 || missing.length === 0 || trivial(plan)) return normalise;
  const pure = counted.flatMap((m) => {
    const { purchase } = solver(plan, { power: 0, delay: 0, cost: 0, [m]: 1 }, limits, highs);
    return purchase === null ? [] : [metricsOf(plan, purchase)];
  });
  // a metric that is 0 in all of them needs no normaliser
  for (const m of missing) normalise[m] = Math.max(0, ...pure.map((p) => p[m])) || 1;
  return normalise;
}

function answerOf(
  plan: PlanInstance,
  weights: Weights,
  { status, purchase, bound }: PlanSolved,
): Omit<Plan, "engine" | "normalise" | "timeMs" | "conflicts"> {
  if (purchase === null) return { status: "infeasible", ...nothing };
  const objective = objectiveOf(plan, weights, purchase);
  const proven = status === "optimal" ? objective : bound;
  const { power, cost } = metricsOf(plan, purchase);
  const devices = devicesOf(plan, purchase);
  return {
    status: status === "optimal" ? "optimal" : "feasible",
    objective,
    bound: proven,
    gap: proven === null ? null : Math.max(0, objective - proven) / Math.max(Math.abs(objective), 1e-9),
    ...delayOf(plan, devices),
    costUsd: cost,
    powerWatts: power,
    types: plan.kinds.flatMap(({ facts }, t) => {
      const count = purchase.filter((p) => p.kind === t).length;
      return count > 0 ? [{ profile: facts.profile, count }] : [];
    }),
    devices,
  };
}

/** Eq. 5.2: the sum over functions, each behind an access to its device, with what fits and runs leave open of it. */
function delayOf(plan: PlanInstance, devices: Plan["devices"]): DelayRange {
  const kinds = new Map(plan.kinds.map((kind) => [kind.facts.profile, kind]));
  const functions = new Map(
    [...plan.items.map(({ f }) => f), ...plan.kinds.flatMap(({ required }) => required)].map((f) => [
      f.type,
      f,
    ]),
  );
  const kindOf = new Map(devices.map(({ id, profile }) => [id, kinds.get(profile)!]));
  const terms = devices.flatMap(({ id, functions: own }) => {
    const { facts, required } = kindOf.get(id)!;
    const passed = own.flatMap(({ function: type, count }) => Array<string>(count).fill(type));
    return [...required.map(({ type }) => type), ...passed].flatMap((type): DelayTerm[] => [
      { device: id, what: "base", us: facts.baseUs, kind: "base" },
      { device: id, what: type, us: functions.get(type)!.delayUs(facts), kind: "function" },
    ]);
  });
  const range = delayRange(
    terms,
    (id) => kindOf.get(id)?.facts ?? null,
    (type) => functions.get(type)?.described ?? null,
  );
  return { ...range, ...NO_PACKET };
}

function devicesOf(plan: PlanInstance, purchase: Purchase): Plan["devices"] {
  const numbers = new Map<string, number>();
  return [...purchase]
    .sort((a, b) => a.kind - b.kind)
    .map(({ kind, load }) => {
      const { profile } = plan.kinds[kind]!.facts;
      const number = (numbers.get(profile) ?? 0) + 1;
      numbers.set(profile, number);
      const functions = plan.items.flatMap((item, i) =>
        load[i]! > 0 ? [{ function: item.f.type, gbps: item.gbps, count: load[i]! }] : [],
      );
      return { id: `${profile}${number}`, profile, functions };
    });
}
