import type { Highs, HighsCallbackMap, ModelStatusCode } from "highs";
import { assert } from "../../core/index.ts";
import type { Embedding } from "../embedding.ts";
import type { Instance } from "../instance.ts";
import { type Columns, placementModel, type Scope } from "./model.ts";

export type Progress = { incumbent: number | null; bound: number | null; fraction: number | null };

export type SolveLimits = {
  /** null for none */
  timeLimitMs: number | null;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** asked between steps of the solver */
  stop?: (() => boolean) | undefined;
};

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
  const solver = highs.createModel(model.build(highs));
  try {
    solver.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: 1e-6, random_seed: 0 });
    if (limits.timeLimitMs !== null) solver.options.set("time_limit", limits.timeLimitMs / MS_PER_S);
    solver.run(callbacks(limits, highs));
    const status = statusOf(solver.getModelStatus(), highs);
    const found = Number(solver.info.get("primal_solution_status")) === SOLUTION_FEASIBLE;
    const dual = Number(solver.info.get("mip_dual_bound"));
    const bound = Number.isFinite(dual) ? dual : null;
    if (status === "infeasible") return { status, embeddings: [], bound: null };
    if (!found) return { status: "unknown", embeddings: [], bound };
    const { colValue } = solver.getSolution();
    return {
      status: status === "optimal" ? "optimal" : "feasible",
      embeddings: extract(instance, scope, columns, colValue),
      bound,
    };
  } finally {
    solver.dispose();
  }
}

const MS_PER_S = 1000;

/** HiGHS: kSolutionStatusFeasible */
const SOLUTION_FEASIBLE = 2;

function statusOf(code: ModelStatusCode, highs: Highs): "optimal" | "infeasible" | "stopped" {
  const { modelStatus } = highs.constants;
  if (code === modelStatus.optimal || code === modelStatus.empty) return "optimal";
  if (code === modelStatus.infeasible || code === modelStatus.unboundedOrInfeasible) return "infeasible";
  const limits: ModelStatusCode[] = [
    modelStatus.timeLimit,
    modelStatus.interrupted,
    modelStatus.solutionLimit,
  ];
  assert(limits.includes(code), `HiGHS ended with status ${code}`);
  return "stopped";
}

function callbacks({ timeLimitMs, onProgress, stop }: SolveLimits, highs: Highs): HighsCallbackMap {
  if (!onProgress && !stop) return {};
  const finite = (value: number | undefined): number | null =>
    value !== undefined && Math.abs(value) < 1e30 ? value : null;
  return {
    [highs.constants.callbackType.mipInterrupt](event) {
      const { mip_primal_bound, mip_dual_bound, running_time } = event.data;
      const fraction =
        timeLimitMs === null || running_time === undefined
          ? null
          : Math.min(1, (running_time * MS_PER_S) / timeLimitMs);
      onProgress?.({ incumbent: finite(mip_primal_bound), bound: finite(mip_dual_bound), fraction });
      if (stop?.()) event.interrupt();
      return undefined;
    },
  };
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
