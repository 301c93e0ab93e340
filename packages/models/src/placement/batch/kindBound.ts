import type { Highs } from "highs";
import { createModelBuilder, type ModelBuilder } from "../ilp/rows.ts";
import { type Ran, runModel, type SolveLimits } from "../ilp/runModel.ts";
import { CAPACITY_TOLERANCE, type ChainInstance, gigacyclesOf, type Instance, sumOf } from "../instance.ts";
import type { Alike } from "./alike.ts";
import { type DeviceKind, deviceKinds, type Pattern, patternsOf } from "./patterns.ts";

/** A solution of the relaxation: devices used of each kind, and for each group of chains the pattern of each chain. */
export type KindSolution = {
  counts: readonly number[];
  patterns: readonly (readonly Pattern[])[];
};

/** `solution` null: none was found. */
export type KindBound = {
  status: Ran["status"];
  bound: number | null;
  kinds: readonly DeviceKind[];
  solution: KindSolution | null;
};

/** Patterns of all chains up to which the model is made (our choice); beyond, nothing is bounded. */
const MOST_PATTERNS = 20_000;

/** What `times` chains of a group put on one kind of device. */
type Use = { column: number; group: number; pattern: Pattern };

/**
 * The whole workload over kinds of devices: how many chains of each group follow which pattern, and how many
 * devices of each kind that takes. Capacities of equal devices are added up, routes and links left out; every
 * placement is a point of this model, so its optimum bounds them all from below, and what is infeasible here
 * is infeasible. Null when there are too many patterns.
 */
export function kindBound(
  instance: Instance,
  groups: readonly Alike[],
  limits: SolveLimits,
  highs: Highs,
): KindBound | null {
  const kinds = deviceKinds(instance.devices);
  const { power, delay, cost } = instance.weights;
  const model = createModelBuilder();
  const bought = kinds.map(({ facts, count }) =>
    model.column({ upper: count, cost: power * facts.powerWatts + cost * facts.costUsd }),
  );
  const uses: Use[] = [];
  for (const [group, alike] of groups.entries()) {
    const chain = instance.chains[alike[0]!]!;
    const add = (pattern: Pattern): number => {
      const column = model.column({ upper: alike.length, cost: delay * pattern.us });
      uses.push({ column, group, pattern });
      return column;
    };
    const all = (patterns: readonly Pattern[]): void =>
      model.row(
        patterns.map((pattern) => [add(pattern), 1]),
        alike.length,
        alike.length,
      );
    if (delay === 0 && chain.budgetUs === Number.POSITIVE_INFINITY) {
      // where no delay counts, which kinds the functions of one chain are on makes no difference: function by function
      for (const patterns of singlePatterns(chain, kinds)) all(patterns);
      continue;
    }
    const patterns = patternsOf(chain, kinds, MOST_PATTERNS - uses.length);
    if (patterns === null) return null;
    if (patterns.length === 0) return { status: "infeasible", bound: null, kinds, solution: null };
    all(alikePatterns(chain, patterns));
  }
  kinds.forEach((kind, t) => {
    addCapacity(instance, groups, model, kind, t, bought[t]!, uses);
  });
  const { status, values, bound } = runModel(model, limits, highs);
  if (values === null) return { status, bound, kinds, solution: null };
  const amount = (column: number): number => Math.round(values[column]!);
  const patterns = groups.map((alike, group) => {
    const used = uses.flatMap((use) =>
      use.group === group ? Array<Pattern>(amount(use.column)).fill(use.pattern) : [],
    );
    return joined(used, alike.length);
  });
  return { status, bound, kinds, solution: { counts: bought.map(amount), patterns } };
}

function addCapacity(
  instance: Instance,
  groups: readonly Alike[],
  model: ModelBuilder,
  { facts, count }: DeviceKind,
  t: number,
  bought: number,
  uses: readonly Use[],
): void {
  const chainOf = (group: number): ChainInstance => instance.chains[groups[group]![0]!]!;
  /** `value`: what the functions of a chain at these positions need of one resource */
  const limit = (
    capacity: number | null,
    value: (chain: ChainInstance, positions: readonly number[]) => number,
    tolerance = 0,
  ): void => {
    if (capacity === null) return;
    const entries = uses.flatMap(({ column, group, pattern }): [number, number][] => {
      const positions = pattern.kinds.flatMap((kind, k) => (kind === t ? [k] : []));
      const needed = positions.length === 0 ? 0 : value(chainOf(group), positions);
      return needed > 0 ? [[column, needed]] : [];
    });
    // a tolerance in the coefficient of what is bought would let presolve cut the optimum off: it is on the other side
    if (entries.length > 0)
      model.row([...entries, [bought, -capacity]], Number.NEGATIVE_INFINITY, tolerance * count);
  };
  const rates = groups.map((_, group) => chainOf(group).chain.gbps);
  // all chains together, and those of one group, of which only whole ones fit
  const limitRate = (
    gbps: number | null,
    users: readonly number[],
    times: (chain: ChainInstance, positions: readonly number[]) => number,
  ): void => {
    const rate = (chain: ChainInstance, positions: readonly number[]): number =>
      chain.chain.gbps * times(chain, positions);
    limit(whole(gbps, users), rate, CAPACITY_TOLERANCE);
    if (groups.length === 1 || gbps === null) return;
    groups.forEach((_, group) => {
      const { chain } = chainOf(group);
      limit(Math.floor((gbps + CAPACITY_TOLERANCE) / chain.gbps), (other, positions) =>
        other.chain === chain ? times(other, positions) : 0,
      );
    });
  };
  limitRate(facts.gbps, rates, ({ first }, positions) => (positions.includes(first) ? 1 : 0));
  limitRate(facts.gbps, rates, ({ last }, positions) => (positions.includes(last) ? 1 : 0));
  for (const [e, gbps] of facts.externs) {
    const users = rates.filter((_, group) => chainOf(group).functions.some((f) => f.externs.includes(e)));
    limitRate(gbps, users, ({ functions }, positions) =>
      sumOf(positions, (k) => (functions[k]!.externs.includes(e) ? 1 : 0)),
    );
  }
  limit(
    facts.software?.gigacycles ?? null,
    (chain, positions) => sumOf(positions, (k) => gigacyclesOf(facts, chain, k)),
    CAPACITY_TOLERANCE,
  );
  limit(facts.maxRules, ({ functions }, positions) => sumOf(positions, (k) => functions[k]!.rules));
  if (!instance.problem.options.sharing) {
    limit(facts.maxConstructs, ({ functions }, positions) =>
      sumOf(positions, (k) => functions[k]!.constructs),
    );
  }
}

/** Patterns of one function each, the others left open. */
const singlePatterns = ({ functions }: ChainInstance, kinds: readonly DeviceKind[]): Pattern[][] =>
  functions.map((f, k) =>
    kinds.flatMap(({ facts }, t) =>
      f.runsOn(facts) ? [{ kinds: functions.map((_, other) => (other === k ? t : OPEN)), us: 0 }] : [],
    ),
  );

const OPEN = -1;

/**
 * Patterns of one function each put together to patterns of whole chains, those on the same kinds as far as they go.
 */
function joined(patterns: readonly Pattern[], chains: number): Pattern[] {
  if (patterns.length === chains) return [...patterns];
  const byFunction = new Map<number, number[]>();
  for (const { kinds } of patterns) {
    const k = kinds.findIndex((t) => t !== OPEN);
    byFunction.set(k, [...(byFunction.get(k) ?? []), kinds[k]!]);
  }
  const columns = [...byFunction].sort((a, b) => a[0] - b[0]).map(([, kinds]) => kinds.sort((a, b) => a - b));
  return Array.from({ length: chains }, (_, i) => ({ kinds: columns.map((kinds) => kinds[i]!), us: 0 }));
}

/** Of patterns that use the same of every kind of device, the fastest. */
function alikePatterns({ functions, first, last }: ChainInstance, patterns: readonly Pattern[]): Pattern[] {
  const fastest = new Map<string, Pattern>();
  for (const pattern of patterns) {
    const uses = new Map<
      number,
      { ends: string; constructs: number; rules: number; cycles: number[]; externs: string[] }
    >();
    pattern.kinds.forEach((kind, k) => {
      const f = functions[k]!;
      const use = uses.get(kind) ?? { ends: "", constructs: 0, rules: 0, cycles: [0, 0], externs: [] };
      if (k === first) use.ends += "first";
      if (k === last) use.ends += "last";
      use.constructs += f.constructs;
      use.rules += f.rules;
      use.cycles = [use.cycles[0]! + f.cyclesPerPacket, use.cycles[1]! + f.cyclesPerBatch];
      use.externs.push(...f.externs);
      uses.set(kind, use);
    });
    for (const use of uses.values()) use.externs.sort();
    const key = JSON.stringify([...uses].sort((a, b) => a[0] - b[0]));
    const known = fastest.get(key);
    if (!known || pattern.us < known.us) fastest.set(key, pattern);
  }
  return [...fastest.values()];
}

/** A capacity rounded down to whole chains, where all rates are multiples of the smallest. */
function whole(gbps: number | null, rates: readonly number[]): number | null {
  if (gbps === null || rates.length === 0) return gbps;
  const unit = Math.min(...rates);
  const even = rates.every((r) => Math.abs(r / unit - Math.round(r / unit)) < 1e-9);
  return even ? Math.floor((gbps + CAPACITY_TOLERANCE) / unit) * unit : gbps;
}
