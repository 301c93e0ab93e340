import type { Highs, HighsCallbackMap, ModelStatusCode } from "highs";
import { assert } from "../../core/index.ts";
import type { ModelBuilder } from "./rows.ts";

export type Progress = { incumbent: number | null; bound: number | null; fraction: number | null };

export type SolveLimits = {
  /** null for none */
  timeLimitMs: number | null;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** objective of a known placement: a bound above it cannot be, nor can the model be infeasible */
  incumbent?: number | null | undefined;
  /** asked between steps of the solver */
  stop?: (() => boolean) | undefined;
};

/**
 * `values` null: no solution was found; `unknown` then says that nothing is proven. `bound`: proven lower
 * bound of the objective.
 */
export type Ran = {
  status: "optimal" | "feasible" | "infeasible" | "unknown";
  values: Float64Array | null;
  bound: number | null;
};

/** Objectives that differ by less, relative to their size, are equal. */
const SAME = 1e-6;

/** Whether what the solver proves and a known placement cannot both be. */
const contradicts = ({ status, bound }: Ran, incumbent: number | null): boolean =>
  incumbent !== null &&
  (status === "infeasible" ||
    (bound !== null && bound > incumbent + SAME * Math.max(1, Math.abs(incumbent))));

/**
 * Minimises a model with HiGHS, without a gap; blocks its thread until the end. `start`: values of all
 * columns to begin with, which the solver checks itself. What contradicts the incumbent, or ends in an error of
 * HiGHS, is solved a second time without presolve; when that does too, nothing is proven.
 */
export function runModel(
  model: ModelBuilder,
  limits: SolveLimits,
  highs: Highs,
  start: Float64Array | null = null,
): Ran {
  const incumbent = limits.incumbent ?? null;
  const first = runOnce(model, limits, highs, start, true);
  if (first !== null && !contradicts(first, incumbent)) return first;
  const second = runOnce(model, limits, highs, start, false);
  if (second !== null && !contradicts(second, incumbent)) return second;
  return { status: "unknown", values: null, bound: null };
}

/** Null: the solver ended with an error of its own, as it does on some sound models. */
function runOnce(
  model: ModelBuilder,
  limits: SolveLimits,
  highs: Highs,
  start: Float64Array | null,
  presolves: boolean,
): Ran | null {
  const solver = highs.createModel(model.build(highs));
  try {
    solver.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: 1e-6, random_seed: 0 });
    if (!presolves) solver.options.set("presolve", "off");
    if (limits.timeLimitMs !== null) solver.options.set("time_limit", limits.timeLimitMs / MS_PER_S);
    if (start !== null) solver.setSolution({ colValue: start });
    try {
      solver.run(callbacks(limits, highs));
    } catch (error) {
      if (error instanceof highs.errors.HighsError) return null;
      throw error;
    }
    const status = statusOf(solver.getModelStatus(), highs);
    const found = Number(solver.info.get("primal_solution_status")) === SOLUTION_FEASIBLE;
    const dual = Number(solver.info.get("mip_dual_bound"));
    const bound = Number.isFinite(dual) ? dual : null;
    if (status === "infeasible") return { status, values: null, bound: null };
    if (!found) return { status: "unknown", values: null, bound };
    const values = solver.getSolution().colValue;
    return { status: status === "optimal" ? "optimal" : "feasible", values, bound };
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
