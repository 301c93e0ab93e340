import type { Highs } from "highs";
import { runModel } from "../ilp/runModel.ts";
import { sumOf } from "../instance.ts";
import type { Weights } from "../problem.ts";
import type { Conflict } from "../result.ts";
import { aggregateModel } from "./aggregateModel.ts";
import { deviceModel } from "./deviceModel.ts";
import { type Load, packDevices } from "./packDevices.ts";
import { itemUs, type PlanInstance } from "./planInstance.ts";

/** Devices to buy, kind by kind, with what runs on each. */
export type Purchase = { kind: number; load: Load }[];

/** `purchase` null: none was found; `unknown` then says that nothing is proven. */
export type PlanSolved = {
  status: "optimal" | "feasible" | "infeasible" | "unknown";
  purchase: Purchase | null;
  bound: number | null;
};

export type PlanLimits = { leftMs: () => number | null };

/** A way to solve the planning problem for given (already normalised) weights. */
export type PlanSolver = (
  plan: PlanInstance,
  weights: Weights,
  limits: PlanLimits,
  highs: Highs,
) => PlanSolved;

/** Devices up to which the program over single devices covers all that a better plan can use (our choice). */
const MAX_SLOTS = 60;

/**
 * Beyond that it gets so many devices of each kind more than the bound has, and proves nothing by itself (our choice).
 */
const SLOTS_MORE = 3;

/** Two objectives that differ by less are equal, as in `runModel`. */
const SAME = 1e-6;

/**
 * Over kinds of devices and functions, then packed into devices. Where that takes more devices than the sums
 * do, the program over single devices decides.
 */
export const solveAggregate: PlanSolver = (plan, weights, limits, highs) => {
  const { model, columns } = aggregateModel(plan, weights, new Set());
  const solved = runModel(model, { timeLimitMs: limits.leftMs() }, highs);
  const { values } = solved;
  if (values === null) {
    return {
      status: solved.status === "infeasible" ? "infeasible" : "unknown",
      purchase: null,
      bound: solved.bound,
    };
  }
  const amount = (column: number | null): number => (column === null ? 0 : Math.round(values[column]!));
  const bound = solved.bound ?? Number.NEGATIVE_INFINITY;
  const first = plan.kinds.map((_, t) => amount(columns.bought[t]!));
  const purchase = plan.kinds.flatMap((_, t) =>
    packKind(plan, t, columns.placed[t]!.map(amount), first[t]!, limits, highs),
  );
  const value = keepsLimits(plan, purchase) ? objectiveOf(plan, weights, purchase) : Number.POSITIVE_INFINITY;
  const best: PlanSolved = Number.isFinite(value)
    ? { status: value <= bound + SAME ? "optimal" : "feasible", purchase, bound: solved.bound }
    : { status: "unknown", purchase: null, bound: solved.bound };
  if (best.status === "optimal") return best;
  const enough = slotsFor(plan, weights, value);
  const some = first.map((n, t) => Math.min(plan.kinds[t]!.available, n + SLOTS_MORE));
  const single = solveSlots(plan, weights, limits, highs, enough ?? some, true);
  if (single.purchase === null) {
    if (single.status !== "infeasible" || enough === null) return best;
    return best.purchase === null ? single : { ...best, status: "optimal", bound: value };
  }
  const reached = objectiveOf(plan, weights, single.purchase);
  const winner = reached <= value ? single.purchase : purchase;
  const proven = enough !== null && single.status === "optimal";
  const least = Math.min(reached, value);
  if (proven || least <= bound + SAME) return { status: "optimal", purchase: winner, bound: least };
  const known = enough === null ? solved.bound : Math.max(bound, single.bound ?? Number.NEGATIVE_INFINITY);
  return { status: "feasible", purchase: winner, bound: known };
};

/**
 * Devices of one kind that hold these functions: as many as given where they can be packed so, else as many
 * more as it takes.
 */
function packKind(
  plan: PlanInstance,
  kind: number,
  counts: readonly number[],
  devices: number,
  limits: PlanLimits,
  highs: Highs,
): Purchase {
  const { available } = plan.kinds[kind]!;
  const items = plan.items.map((item, i) => ({ ...item, count: counts[i]! }));
  const alone = { ...plan, kinds: [plan.kinds[kind]!], items, maxCost: null };
  const of = (loads: readonly Load[]): Purchase =>
    loads.flatMap((load) => (load.some((n) => n > 0) ? [{ kind, load }] : []));
  for (let n = devices; n <= available; n++) {
    const loads = packDevices(plan, plan.kinds[kind]!, counts, n);
    if (loads) return of(loads);
    if (n > devices || n > MAX_SLOTS) continue;
    const { purchase } = solveSlots(alone, NOTHING_COUNTS, limits, highs, [n], true);
    if (purchase) return of(purchase.map((p) => p.load));
  }
  return [];
}

const NOTHING_COUNTS: Weights = { power: 0, delay: 0, cost: 0 };

/** Whether all functions are there, at a price that is allowed. */
function keepsLimits(plan: PlanInstance, purchase: Purchase): boolean {
  const all = plan.items.every((item, i) => sumOf(purchase, (p) => p.load[i]!) === item.count);
  return all && (plan.maxCost === null || metricsOf(plan, purchase).cost <= plan.maxCost + SAME);
}

/** The program as printed: a variable for each function and device. For small problems, and to compare with. */
export const solveDirect: PlanSolver = (plan, weights, limits, highs) => {
  const items = plan.items.flatMap((item) =>
    Array.from({ length: item.count }, () => ({ ...item, count: 1 })),
  );
  const slots = plan.kinds.map((k) => k.available);
  const solved = solveSlots({ ...plan, items }, weights, limits, highs, slots, false);
  const starts = plan.items.map((_, i) => sumOf(plan.items.slice(0, i), (item) => item.count));
  const purchase =
    solved.purchase?.map(({ kind, load }) => ({
      kind,
      load: plan.items.map((item, i) => sumOf(load.slice(starts[i]!, starts[i]! + item.count), (n) => n)),
    })) ?? null;
  return { ...solved, purchase };
};

/** The program over single devices, `slots[t]` of each kind. */
function solveSlots(
  plan: PlanInstance,
  weights: Weights,
  limits: PlanLimits,
  highs: Highs,
  slots: readonly number[],
  inOrder: boolean,
): PlanSolved {
  const { model, slots: all } = deviceModel(plan, weights, slots, inOrder);
  const { status, values, bound } = runModel(model, { timeLimitMs: limits.leftMs() }, highs);
  if (values === null) return { status: status === "infeasible" ? status : "unknown", purchase: null, bound };
  const purchase = all.flatMap(({ kind, placed }): Purchase => {
    const load = placed.map((column) => (column === null ? 0 : Math.round(values[column]!)));
    return load.some((n) => n > 0) ? [{ kind, load }] : [];
  });
  return { status, purchase, bound };
}

/** Devices of each kind that a plan better than `value` can use at most; null when they are too many. */
function slotsFor(plan: PlanInstance, weights: Weights, value: number): number[] | null {
  const slots = plan.kinds.map(({ facts, available, requiredUs }) => {
    const each = weights.power * facts.powerWatts + weights.cost * facts.costUsd + weights.delay * requiredUs;
    const affordable = plan.maxCost === null ? available : Math.floor(plan.maxCost / facts.costUsd + 1e-9);
    const better = Number.isFinite(value) && each > 0 ? Math.floor(value / each + 1e-9) : available;
    return Math.min(available, affordable, better);
  });
  return sumOf(slots, (n) => n) <= MAX_SLOTS ? slots : null;
}

/** D of Eq. 5.2 (us), C of Eq. 5.3 ($) and power (W) of a purchase. */
export function metricsOf(plan: PlanInstance, purchase: Purchase): Weights {
  const kindOf = (p: Purchase[number]) => plan.kinds[p.kind]!;
  return {
    power: sumOf(purchase, (p) => kindOf(p).facts.powerWatts),
    cost: sumOf(purchase, (p) => kindOf(p).facts.costUsd),
    delay: sumOf(
      purchase,
      (p) =>
        kindOf(p).requiredUs +
        sumOf(
          plan.items.map((item, i) => p.load[i]! * itemUs(kindOf(p), item)),
          (us) => us,
        ),
    ),
  };
}

export function objectiveOf(plan: PlanInstance, weights: Weights, purchase: Purchase): number {
  const metrics = metricsOf(plan, purchase);
  return weights.power * metrics.power + weights.delay * metrics.delay + weights.cost * metrics.cost;
}

export const outOfTime: Conflict = {
  constraint: "time-limit",
  ids: [],
  message: "the search was stopped before it found a plan or proved that there is none; give it more time",
};
