import type { Highs } from "highs";
import { assert } from "../../core/index.ts";
import type { Embedding } from "../embedding.ts";
import type { Instance } from "../instance.ts";
import { placementModel } from "./model.ts";
import { runModel, type SolveLimits } from "./runModel.ts";
import { type Columns, countOf, type Scope } from "./scope.ts";
import { startValues } from "./startValues.ts";

/** `unknown`: time ran out before a placement was found, nothing is proven. */
export type Solved = {
  status: "optimal" | "feasible" | "infeasible" | "unknown";
  embeddings: Embedding[];
  /** proven lower bound of the objective, without what the ledger already holds */
  bound: number | null;
};

/**
 * Solves a scope with HiGHS; blocks its thread until the end. `start`: a placement of all its chains that is
 * known already, for each chain of the scope as many embeddings as it stands for; the solver goes on from
 * there.
 */
export function solveModel(
  instance: Instance,
  scope: Scope,
  limits: SolveLimits,
  highs: Highs,
  start: readonly (readonly Embedding[])[] | null = null,
): Solved {
  if (scope.chains.length === 0) return { status: "optimal", embeddings: [], bound: 0 };
  const { model, columns } = placementModel(instance, scope);
  if (columns.alpha.flat().some((alpha) => alpha.size === 0)) {
    return { status: "infeasible", embeddings: [], bound: null };
  }
  const known = start === null ? null : startValues(instance, scope, columns, model.columns, start);
  const { status, values, bound } = runModel(model, limits, highs, known);
  return { status, bound, embeddings: values === null ? [] : extract(instance, scope, columns, values) };
}

/**
 * Reads hosts and routes from a solution; loops that cost nothing in the objective are cut out. Chains that
 * stand for several are taken apart one by one: flow is conserved, so that each has a way along what the ones
 * before it left.
 */
function extract(instance: Instance, scope: Scope, columns: Columns, values: Float64Array): Embedding[] {
  const left = (column: number): number => Math.round(values[column]!);
  return scope.chains.flatMap((chain, s) => {
    const alpha = columns.alpha[s]!.map(
      (hosts) => new Map([...hosts].map(([device, column]) => [device, left(column)])),
    );
    const gamma = columns.gamma[s]!.map(
      (arcs) => new Map([...arcs].map(([arc, column]) => [arc, left(column)])),
    );
    return Array.from({ length: countOf(scope, s) }, () => takeOne(instance, chain, alpha, gamma));
  });
}

/** One chain less: its functions from `alpha`, its ways from `gamma`. */
function takeOne(
  instance: Instance,
  chain: number,
  alpha: Map<number, number>[],
  gamma: Map<number, number>[],
): Embedding {
  const take = (counts: Map<number, number>, key: number): void => void counts.set(key, counts.get(key)! - 1);
  const first = [...alpha[0]!].find(([, count]) => count > 0);
  assert(first, "every function has a host in a solution");
  const hosts = [first[0]];
  take(alpha[0]!, first[0]);
  const arcs = gamma.map((flow, l) => {
    const path = wayToHost(instance, flow, hosts[l]!, alpha[l + 1]!);
    const host = path.length === 0 ? hosts[l]! : instance.arcs[path.at(-1)!]!.to;
    for (const a of path) take(flow, a);
    take(alpha[l + 1]!, host);
    hosts.push(host);
    return path;
  });
  return { chain, hosts, arcs };
}

/**
 * Arcs of a shortest path from `from` to a host of the next function along the flow that is left, by
 * breadth-first search.
 */
function wayToHost(
  instance: Instance,
  flow: ReadonlyMap<number, number>,
  from: number,
  hosts: ReadonlyMap<number, number>,
): number[] {
  const via = new Map<number, number>();
  const queue = [from];
  let to: number | undefined;
  for (let i = 0; i < queue.length && to === undefined; i++) {
    const node = queue[i]!;
    if ((hosts.get(node) ?? 0) > 0) to = node;
    for (const a of instance.outgoing[node]!) {
      const next = instance.arcs[a]!.to;
      if ((flow.get(a) ?? 0) <= 0 || next === from || via.has(next)) continue;
      via.set(next, a);
      queue.push(next);
    }
  }
  assert(to !== undefined, "a solution joins consecutive hosts");
  const path: number[] = [];
  for (let node = to; node !== from; ) {
    const arc = via.get(node)!;
    path.unshift(arc);
    node = instance.arcs[arc]!.from;
  }
  return path;
}
