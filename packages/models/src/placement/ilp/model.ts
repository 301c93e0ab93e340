import { isOpen } from "../hosts.ts";
import type { FunctionFacts, Instance } from "../instance.ts";
import { addCapacityRows } from "./capacity.ts";
import { createModelBuilder, type ModelBuilder } from "./rows.ts";
import { type Columns, countOf, type Scope } from "./scope.ts";

/**
 * PA-P4SFC-E (thesis Sec. 5.3.2, Eqs. 5.18-5.31) of a scope as rows and columns. Constants of devices already
 * in use are left out.
 */
export function placementModel(instance: Instance, scope: Scope): { model: ModelBuilder; columns: Columns } {
  const model = createModelBuilder();
  const { power, delay, cost } = instance.weights;
  const used = instance.devices.map(({ facts, index }) =>
    scope.ledger.devices[index]!.on
      ? model.column({ lower: 1 })
      : model.column({ cost: power * facts.powerWatts + cost * facts.costUsd }),
  );
  const forwards = instance.devices.map((d) => {
    if (!d.forwards) return null;
    return model.column({ lower: scope.ledger.devices[d.index]!.forwards ? 1 : 0 });
  });
  const columns: Columns = { alpha: [], gamma: [], used, forwards, present: [] };
  const shared = new Map<string, Shared>();
  for (const s of scope.chains.keys()) addChain(instance, scope, s, model, columns, delay, shared);
  addUse(instance, scope, model, columns);
  addCapacityRows(instance, scope, model, columns);
  return { model, columns };
}

/** What ways of a chain share: columns by place, what each adds to the delay, and the delay of the slowest way. */
type Shared = {
  alpha: Map<string, Map<number, number>>;
  gamma: Map<string, Map<number, number>>;
  us: Map<number, number>;
  slowest: number | null;
};

/** Variables of one chain, its placement (5.6), routes (5.28, 5.29) and budget (5.31). */
function addChain(
  instance: Instance,
  scope: Scope,
  s: number,
  model: ModelBuilder,
  columns: Columns,
  delayWeight: number,
  sharedOf: Map<string, Shared>,
): void {
  const index = scope.chains[s]!;
  const count = countOf(scope, s);
  const { chain, functions, way } = instance.chains[index]!;
  const shared: Shared = (way && sharedOf.get(way.chain)) ?? {
    ...{ alpha: new Map(), gamma: new Map(), us: new Map() },
    // a chain that branches takes as long as its slowest way
    slowest:
      way && delayWeight > 0
        ? model.column({ cost: delayWeight, upper: Number.POSITIVE_INFINITY, integer: false })
        : null,
  };
  if (way) sharedOf.set(way.chain, shared);
  const limited = chain.maxDelayUs !== null && !scope.without.has(`budget:${index}`);
  const delays: [number, number][] = [];
  const variable = (us: number): number => {
    const column = model.column({ cost: way ? 0 : delayWeight * us, upper: count });
    if (way) shared.us.set(column, us);
    delays.push([column, us]);
    return column;
  };
  /** The columns of a function or stretch that an earlier way has, too. */
  const known = (columns: Map<number, number> | undefined): Map<number, number> | undefined => {
    for (const column of columns?.values() ?? []) delays.push([column, shared.us.get(column)!]);
    return columns;
  };
  const least = functions.map((f) => leastUs(instance, f));
  const alpha = functions.map((f, k) => {
    const earlier = way && known(shared.alpha.get(way.keys[k]!));
    if (earlier) return earlier;
    const column = new Map<number, number>();
    if (way) shared.alpha.set(way.keys[k]!, column);
    const othersUs = least.reduce((sum, us, other) => (other === k ? sum : sum + us), 0);
    for (const d of instance.devices) {
      if (!f.runsOn(d.facts)) continue;
      const us = f.delayUs(d.facts);
      // a device that breaks the budget even with all else at its best need not be tried
      if (limited && d.facts.baseUs + us + othersUs > chain.maxDelayUs! + ROUNDING_US) continue;
      column.set(d.index, variable(k === 0 ? d.facts.baseUs + us : us));
    }
    model.row(
      [...column.values()].map((c) => [c, 1]),
      count,
      count,
    );
    return column;
  });
  const gamma = functions.slice(1).map((next, l) => {
    const stretch = way && `${way.keys[l]} ${way.keys[l + 1]}`;
    const earlier = stretch === null ? undefined : known(shared.gamma.get(stretch));
    if (earlier) return earlier;
    const column = new Map<number, number>();
    if (stretch !== null) shared.gamma.set(stretch, column);
    instance.arcs.forEach((arc, a) => {
      const from = instance.devices[arc.from];
      const loaded = scope.without.has("links") ? 0 : chain.gbps;
      if (arc.gbps < loaded || (from && !from.forwards)) return;
      // a host is left by the chains that start there, and entered by those that end there
      if (!isOpen(from, functions[l]) || !isOpen(instance.devices[arc.to], next)) return;
      const leaveUs = from ? from.forwardUs : instance.switchUs[arc.from]!;
      column.set(a, variable(leaveUs + arc.delayUs + (instance.devices[arc.to]?.facts.baseUs ?? 0)));
    });
    return column;
  });
  gamma.forEach((column, l) => {
    addRoute(instance, model, column, alpha[l]!, alpha[l + 1]!, count === 1);
  });
  if (shared.slowest !== null) model.row([...delays, [shared.slowest, -1]], Number.NEGATIVE_INFINITY, 0);
  if (limited && count === 1) model.row(delays, Number.NEGATIVE_INFINITY, chain.maxDelayUs! + ROUNDING_US);
  columns.alpha.push(alpha);
  columns.gamma.push(gamma);
}

/** Half the tolerance of the checker: what the solver accepts is then accepted in spite of rounding. */
const ROUNDING_US = 5e-7;

const leastUs = (instance: Instance, f: FunctionFacts): number =>
  Math.min(0, ...instance.devices.flatMap((d) => (f.runsOn(d.facts) ? [f.delayUs(d.facts)] : [])));

/** Flow conservation (5.28) and no link in both directions (5.29) for one logical link. */
function addRoute(
  instance: Instance,
  model: ModelBuilder,
  gamma: ReadonlyMap<number, number>,
  from: ReadonlyMap<number, number>,
  to: ReadonlyMap<number, number>,
  single: boolean,
): void {
  const balance: [number, number][][] = instance.nodes.map((_, node) => {
    const entries: [number, number][] = [];
    if (from.has(node)) entries.push([from.get(node)!, -1]);
    if (to.has(node)) entries.push([to.get(node)!, 1]);
    return entries;
  });
  for (const [a, column] of gamma) {
    const arc = instance.arcs[a]!;
    balance[arc.from]!.push([column, 1]);
    balance[arc.to]!.push([column, -1]);
  }
  for (const entries of balance) if (entries.length > 0) model.row(entries, 0, 0);
  // of several chains, one may go there and one back
  if (!single) return;
  for (const [a, column] of gamma) {
    const back = gamma.get(a + 1);
    // the two directions of a link stand side by side, the even one first
    if (a % 2 === 0 && back !== undefined)
      model.row(
        [
          [column, 1],
          [back, 1],
        ],
        0,
        1,
      );
  }
}

/**
 * x_d (5.4) and the required functions (5.24, 5.25). Written per variable instead of with a big M: the same
 * integer points, a tighter relaxation. A chain leaves a device at most once per logical link, which no
 * shortest answer violates.
 */
function addUse(instance: Instance, scope: Scope, model: ModelBuilder, columns: Columns): void {
  const atMost = (small: number, large: number, times: number): void =>
    model.row(
      [
        [small, 1],
        [large, -times],
      ],
      Number.NEGATIVE_INFINITY,
      0,
    );
  for (const list of scope.inOrder ?? []) {
    list.slice(1).forEach((device, i) => {
      atMost(columns.used[device]!, columns.used[list[i]!]!, 1);
    });
  }
  columns.alpha.forEach((functions, s) => {
    for (const alpha of functions) {
      for (const [device, column] of alpha)
        if (!scope.ledger.devices[device]!.on) atMost(column, columns.used[device]!, countOf(scope, s));
    }
  });
  for (const { index } of instance.devices) {
    const forwards = columns.forwards[index];
    if (forwards === null || forwards === undefined || scope.ledger.devices[index]!.forwards) continue;
    atMost(forwards, columns.used[index]!, 1);
    const leaving: [number, number][] = [];
    columns.gamma.forEach((links, s) => {
      for (const gamma of links) {
        const out = instance.outgoing[index]!.flatMap((a): [number, number][] =>
          gamma.has(a) ? [[gamma.get(a)!, 1]] : [],
        );
        if (out.length === 0) continue;
        leaving.push(...out);
        model.row([...out, [forwards, -countOf(scope, s)]], Number.NEGATIVE_INFINITY, 0);
      }
    });
    model.row(
      [[forwards, 1], ...leaving.map(([c]): [number, number] => [c, -1])],
      Number.NEGATIVE_INFINITY,
      0,
    );
  }
}
