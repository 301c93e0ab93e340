import { assert } from "../../core/index.ts";
import type { Catalogue, DeviceFacts } from "../catalogue.ts";
import { CAPACITY_TOLERANCE, type FunctionFacts, functionFacts, sumOf } from "../instance.ts";
import { type Problem, requiredTypes, type Weights } from "../problem.ts";

/** A type of device that can be bought. `requiredUs`: base and required functions of one used device in Eq. 5.2. */
export type Kind = {
  facts: DeviceFacts;
  available: number;
  requiredUs: number;
  required: readonly FunctionFacts[];
};

/** Functions of one type and rate, all to be placed. */
export type Item = { f: FunctionFacts; gbps: number; count: number };

/** The planning problem with its names resolved. Kinds that cannot run the required functions are left out (5.7). */
export type PlanInstance = {
  kinds: readonly Kind[];
  items: readonly Item[];
  sharing: boolean;
  maxCost: number | null;
};

/** Weights of the objective: as given, or cost alone when none is (our choice). */
export function planWeights({ options }: Problem): Weights {
  const { power = 0, delay = 0, cost = 0 } = options.objective;
  return power + delay + cost > 0 ? { power, delay, cost } : { power: 0, delay: 0, cost: 1 };
}

/** Resolves a problem that `parseProblem` accepted against the same catalogue. */
export function createPlanInstance(problem: Problem, catalogue: Catalogue): PlanInstance {
  const types = new Map(
    [...catalogue.functions, ...problem.functions].map((f) => [f.type, functionFacts(f)]),
  );
  const functionOf = (type: string): FunctionFacts => {
    const facts = types.get(type);
    assert(facts, `function "${type}" of an unchecked problem`);
    return facts;
  };
  const items = problem.workload.map((w) => ({ f: functionOf(w.function), gbps: w.gbps, count: w.count }));
  const total = sumOf(items, (i) => i.count);
  const required = [...new Set(requiredTypes(problem, catalogue.functions, "plan"))].map(functionOf);
  const kinds = problem.deviceTypes.flatMap(({ profile, available }): Kind[] => {
    const facts = catalogue.device(profile);
    assert(facts, `profile "${profile}" of an unchecked problem`);
    if (!required.every((f) => f.runsOn(facts))) return [];
    const requiredUs = sumOf(required, (f) => facts.baseUs + f.delayUs(facts));
    return [{ facts, available: Math.min(available ?? total, total), requiredUs, required }];
  });
  const { sharing, maxCost } = problem.options;
  return { kinds, items, sharing, maxCost: maxCost ?? null };
}

/** Whether one device holds `load[i]` functions of each item, beside the required ones (5.9-5.14). */
export function deviceHolds(plan: PlanInstance, { facts, required }: Kind, load: readonly number[]): boolean {
  const within = (value: number, limit: number | null): boolean =>
    limit === null || value <= limit + CAPACITY_TOLERANCE;
  const here = plan.items.flatMap((item, i) => (load[i]! > 0 ? [{ ...item, count: load[i]! }] : []));
  if (!here.every((i) => i.f.runsOn(facts))) return false;
  if (
    !within(
      sumOf(here, (i) => i.gbps * i.count),
      facts.gbps,
    )
  )
    return false;
  const rules = sumOf(required, (f) => f.rules) + sumOf(here, (i) => i.f.rules * i.count);
  if (!within(rules, facts.maxRules)) return false;
  for (const e of new Set(here.flatMap((i) => i.f.externs))) {
    const users = here.filter((i) => i.f.externs.includes(e));
    if (
      !within(
        sumOf(users, (i) => i.gbps * i.count),
        facts.externs.get(e) ?? null,
      )
    )
      return false;
  }
  const constructs = plan.sharing
    ? sumOf([...new Set([...required, ...here.map((i) => i.f)])], (f) => f.constructs)
    : sumOf(required, (f) => f.constructs) + sumOf(here, (i) => i.f.constructs * i.count);
  return within(constructs, facts.maxConstructs);
}

/** The most functions of one item that one device of a kind holds when it runs nothing else but the required ones. */
export function mostOn(plan: PlanInstance, kind: Kind, item: number): number {
  const alone = (n: number): boolean =>
    deviceHolds(
      plan,
      kind,
      plan.items.map((_, i) => (i === item ? n : 0)),
    );
  let [low, high] = [0, plan.items[item]!.count];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (alone(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Delay of one function of an item on a kind, Eq. 5.2: the base counts for each function here, unlike in Eq. 5.19. */
export const itemUs = (kind: Kind, item: Item): number => kind.facts.baseUs + item.f.delayUs(kind.facts);
