import { createModelBuilder, type ModelBuilder } from "../ilp/rows.ts";
import { sumOf } from "../instance.ts";
import type { Weights } from "../problem.ts";
import { itemUs, type PlanInstance } from "./planInstance.ts";

/**
 * One device that may be bought: its kind, the column that says that it is (x_d), and alpha: functions of
 * each item on it.
 */
export type Slot = { kind: number; used: number; placed: (number | null)[] };

type Entry = readonly [column: number, value: number];

/**
 * PA-P4VNF-RA (Eqs. 5.1-5.17) device by device, `slots[t]` of each kind: with items of one function each it
 * is the program as printed (alpha of 0 or 1). `inOrder`: equal devices are used in their order, which leaves
 * out plans that differ by numbering only.
 */
export function deviceModel(
  plan: PlanInstance,
  weights: Weights,
  slots: readonly number[],
  inOrder: boolean,
): { model: ModelBuilder; slots: Slot[] } {
  const model = createModelBuilder();
  const { power, delay, cost } = weights;
  const all = plan.kinds.flatMap(({ facts, requiredUs }, kind) =>
    Array.from({ length: slots[kind]! }, (): Slot => {
      const used = model.column({
        cost: power * facts.powerWatts + cost * facts.costUsd + delay * requiredUs,
      });
      const placed = plan.items.map((item) =>
        item.f.runsOn(facts)
          ? model.column({ upper: item.count, cost: delay * itemUs(plan.kinds[kind]!, item) })
          : null,
      );
      return { kind, used, placed };
    }),
  );
  plan.items.forEach((item, i) => {
    const entries = all.flatMap((slot): Entry[] => (slot.placed[i] === null ? [] : [[slot.placed[i]!, 1]]));
    model.row(entries, item.count, item.count);
  });
  for (const slot of all) addSlot(plan, model, slot);
  if (plan.maxCost !== null) {
    const prices = all.map((s): Entry => [s.used, plan.kinds[s.kind]!.facts.costUsd]);
    model.row(prices, Number.NEGATIVE_INFINITY, plan.maxCost);
  }
  if (inOrder) {
    all.forEach((slot, s) => {
      const next = all[s + 1];
      if (next?.kind === slot.kind) below(model, [[next.used, 1]], slot.used, 1);
    });
  }
  return { model, slots: all };
}

function addSlot(plan: PlanInstance, model: ModelBuilder, slot: Slot): void {
  const { facts, required } = plan.kinds[slot.kind]!;
  const limit = (value: (i: number) => number, capacity: number | null, taken = 0): void => {
    const entries = slot.placed.flatMap((c, i): Entry[] => (c === null ? [] : [[c, value(i)]]));
    if (capacity !== null) below(model, entries, slot.used, Math.max(0, capacity - taken));
  };
  slot.placed.forEach((column, i) => {
    if (column !== null) below(model, [[column, 1]], slot.used, plan.items[i]!.count);
  });
  limit((i) => plan.items[i]!.gbps, facts.gbps);
  limit(
    (i) => plan.items[i]!.f.rules,
    facts.maxRules,
    sumOf(required, (f) => f.rules),
  );
  for (const [e, gbps] of facts.externs) {
    limit((i) => (plan.items[i]!.f.externs.includes(e) ? plan.items[i]!.gbps : 0), gbps);
  }
  const taken = sumOf(required, (f) => f.constructs);
  if (!plan.sharing) limit((i) => plan.items[i]!.f.constructs, facts.maxConstructs, taken);
  else if (facts.maxConstructs !== null) {
    const present = new Map<string, { column: number; constructs: number }>();
    slot.placed.forEach((column, i) => {
      const { f, count } = plan.items[i]!;
      // a required function is there already
      if (column === null || required.some((r) => r.type === f.type)) return;
      const pi = present.get(f.type) ?? { column: model.column({}), constructs: f.constructs };
      present.set(f.type, pi);
      below(model, [[column, 1]], pi.column, count);
    });
    const entries = [...present.values()].map((pi): Entry => [pi.column, pi.constructs]);
    below(model, entries, slot.used, Math.max(0, facts.maxConstructs - taken));
  }
}

/** `sum(entries) <= capacity * used` */
const below = (model: ModelBuilder, entries: readonly Entry[], used: number, capacity: number): void =>
  model.row([...entries, [used, -capacity]], Number.NEGATIVE_INFINITY, 0);
