import { createModelBuilder, type ModelBuilder } from "../ilp/rows.ts";
import { sumOf } from "../instance.ts";
import type { Weights } from "../problem.ts";
import { itemUs, type Kind, mostOn, type PlanInstance } from "./planInstance.ts";

/** Families of constraints that can be left out, to find which of them conflict. */
export type PlanFamily = "maxCost" | "available" | "throughput" | "constructs" | "rules" | `extern:${string}`;

/**
 * Columns of the model: devices bought of each kind, and for each kind the functions of each item (null: none
 * can run there).
 */
export type AggregateColumns = { bought: number[]; placed: (number | null)[][] };

type Entry = readonly [column: number, value: number];

/**
 * PA-P4VNF-RA (Eqs. 5.1-5.17) over kinds of devices and kinds of functions: the capacities of equal devices
 * are added up. Every plan is a point of this model, so its optimum is a lower bound, and the optimum itself
 * where the functions of each kind can be packed.
 */
export function aggregateModel(
  plan: PlanInstance,
  weights: Weights,
  without: ReadonlySet<PlanFamily>,
): { model: ModelBuilder; columns: AggregateColumns } {
  const model = createModelBuilder();
  const total = sumOf(plan.items, (i) => i.count);
  const { power, delay, cost } = weights;
  const bought = plan.kinds.map(({ facts, available, requiredUs }) =>
    model.column({
      upper: without.has("available") ? total : available,
      cost: power * facts.powerWatts + cost * facts.costUsd + delay * requiredUs,
    }),
  );
  const placed = plan.kinds.map((kind, t) =>
    plan.items.map((item, i) => {
      if (!item.f.runsOn(kind.facts)) return null;
      const column = model.column({ upper: item.count, cost: delay * itemUs(kind, item) });
      const most = without.size > 0 ? item.count : mostOn(plan, kind, i);
      atMost(model, [[column, 1]], bought[t]!, most);
      return column;
    }),
  );
  plan.items.forEach((item, i) => {
    const entries = placed.flatMap((row): Entry[] => (row[i] === null ? [] : [[row[i]!, 1]]));
    model.row(entries, item.count, item.count);
  });
  if (plan.maxCost !== null && !without.has("maxCost")) {
    const prices = plan.kinds.map(({ facts }, t): Entry => [bought[t]!, facts.costUsd]);
    model.row(prices, Number.NEGATIVE_INFINITY, plan.maxCost);
  }
  plan.kinds.forEach((kind, t) => {
    addCapacity(plan, kind, model, bought[t]!, placed[t]!, without);
  });
  return { model, columns: { bought, placed } };
}

function addCapacity(
  plan: PlanInstance,
  { facts, required }: Kind,
  model: ModelBuilder,
  bought: number,
  placed: readonly (number | null)[],
  without: ReadonlySet<PlanFamily>,
): void {
  const unit = commonUnit(plan);
  const limit = (value: (i: number) => number, capacity: number | null): void => {
    const entries = placed.flatMap((c, i): Entry[] => (c === null ? [] : [[c, value(i)]]));
    if (capacity !== null) atMost(model, entries, bought, Math.max(0, capacity));
  };
  // no more whole functions fit than the capacity rounded down to their common rate
  const whole = (gbps: number | null): number | null =>
    gbps === null || unit === null ? gbps : Math.floor(gbps / unit + 1e-9) * unit;
  if (!without.has("throughput")) limit((i) => plan.items[i]!.gbps, whole(facts.gbps));
  for (const [e, gbps] of facts.externs) {
    if (without.has(`extern:${e}`)) continue;
    limit((i) => (plan.items[i]!.f.externs.includes(e) ? plan.items[i]!.gbps : 0), whole(gbps));
  }
  const less = (capacity: number | null, taken: number): number | null =>
    capacity === null ? null : capacity - taken;
  if (!without.has("rules")) {
    limit(
      (i) => plan.items[i]!.f.rules,
      less(
        facts.maxRules,
        sumOf(required, (f) => f.rules),
      ),
    );
  }
  if (!plan.sharing && !without.has("constructs")) {
    const taken = sumOf(required, (f) => f.constructs);
    limit((i) => plan.items[i]!.f.constructs, less(facts.maxConstructs, taken));
  }
}

/** `sum(entries) <= capacity * devices` */
const atMost = (model: ModelBuilder, entries: readonly Entry[], bought: number, capacity: number): void =>
  model.row([...entries, [bought, -capacity]], Number.NEGATIVE_INFINITY, 0);

/** The smallest rate, when all others are multiples of it. */
function commonUnit({ items }: PlanInstance): number | null {
  const unit = Math.min(...items.map((i) => i.gbps));
  return items.every((i) => Math.abs(i.gbps / unit - Math.round(i.gbps / unit)) < 1e-9) ? unit : null;
}
