import type { Highs } from "highs";
import { assert } from "../../core/index.ts";
import type { Embedding } from "../embedding.ts";
import type { Instance } from "../instance.ts";
import { type Columns, placementModel, type Scope } from "./model.ts";
import { runModel, type SolveLimits } from "./runModel.ts";

/** `unknown`: time ran out before a placement was found, nothing is proven. */
export type Solved = {
  status: "optimal" | "feasible" | "infeasible" | "unknown";
  embeddings: Embedding[];
  /** proven lower bound of the objective, without what the ledger already holds */
  bound: number | null;
};

/** Solves a scope with HiGHS; blocks its thread until the end. */
export function solveModel(instance: Instance, scope: Scope, limits: SolveLimits, highs: Highs): Solved {
  if (scope.chains.length === 0) return { status: "optimal", embeddings: [], bound: 0 };
  const { model, columns } = placementModel(instance, scope);
  if (columns.alpha.flat().some((alpha) => alpha.size === 0)) {
    return { status: "infeasible", embeddings: [], bound: null };
  }
  const { status, values, bound } = runModel(model, limits, highs);
  return { status, bound, embeddings: values === null ? [] : extract(instance, scope, columns, values) };
}

/** Reads hosts and routes from a solution; loops that cost nothing in the objective are cut out. */
function extract(instance: Instance, scope: Scope, columns: Columns, values: Float64Array): Embedding[] {
  const isOne = (column: number): boolean => values[column]! > 0.5;
  return scope.chains.map((chain, s) => {
    const hosts = columns.alpha[s]!.map((alpha) => {
      const host = [...alpha].find(([, column]) => isOne(column));
      assert(host, "every function has a host in a solution");
      return host[0];
    });
    const arcs = columns.gamma[s]!.map((gamma, l) => {
      const open = new Set([...gamma].filter(([, column]) => isOne(column)).map(([arc]) => arc));
      return pathThrough(instance, open, hosts[l]!, hosts[l + 1]!);
    });
    return { chain, hosts, arcs };
  });
}

/** Arcs of a path without repetition from `from` to `to` along the arcs in `open`, by breadth-first search. */
function pathThrough(instance: Instance, open: ReadonlySet<number>, from: number, to: number): number[] {
  const via = new Map<number, number>();
  const queue = [from];
  for (let i = 0; i < queue.length && !via.has(to); i++) {
    for (const a of instance.outgoing[queue[i]!]!) {
      const next = instance.arcs[a]!.to;
      if (!open.has(a) || next === from || via.has(next)) continue;
      via.set(next, a);
      queue.push(next);
    }
  }
  const path: number[] = [];
  for (let node = to; node !== from; ) {
    const arc = via.get(node);
    assert(arc !== undefined, "a solution joins consecutive hosts");
    path.unshift(arc);
    node = instance.arcs[arc]!.from;
  }
  return path;
}
