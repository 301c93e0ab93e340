import type { PlacementSolver, PlaceOptions } from "../engine.ts";
import type { Problem } from "../problem.ts";
import type { Conflict, Placement } from "../result.ts";
import { CONTROLLER, loadModelOf } from "./loadTerms.ts";
import { type Round, tighter } from "./tighter.ts";
import { type UnderLoad, withLoad } from "./withLoad.ts";

/** Times that an engine is asked again in each of the two ways (our choice). */
const MOST_ROUNDS = 8;
const MS_PER_S = 1000;

/**
 * An engine that places without load, made to keep budgets under load (`options.latency: loaded`): it is
 * asked, its answer is evaluated under the load of its own chains, and where a queue grows without limit or a
 * budget is broken it is asked again, once with less load per device and once with shorter budgets, each time
 * by what was seen; the better answer counts. Load only adds delay, so an answer that meets the first bound
 * is as proven as without load; finding none is no proof. Problems without load are passed on as they are.
 */
export const underLoad = (engine: PlacementSolver): PlacementSolver => ({
  ...engine,
  async place(problem, options) {
    const load = loadModelOf(problem);
    if (load === null) return engine.place(problem, options);
    const started = options.nowMs();
    const ask = async ({ problem: asked, catalogue }: Round): Promise<Asked | null> => {
      const left = leftOf(options, options.nowMs() - started);
      if (left !== undefined && left <= 0) return null;
      const base = await engine.place(asked, { ...options, catalogue, timeLimitS: left });
      return { base, ...withLoad(problem, options.catalogue, load, base) };
    };
    const timed = (placement: Placement): Placement => ({
      ...placement,
      timeMs: options.nowMs() - started,
    });
    const first = { problem: withoutLoad(problem), catalogue: options.catalogue };
    const answer = await ask(first);
    if (answer === null) return timed(nothing(engine.id, problem, [NONE_FOUND]));
    const { base, broken } = answer;
    if (base.status === "infeasible") {
      if (broken.length === 0) return timed(answer.placement);
      return timed(nothing(engine.id, problem, [...base.conflicts, NONE_FOUND, ...broken]));
    }
    // how the chains are placed makes no difference to the controller, so this is a proof
    const controller = broken.filter((b) => b.ids.includes(CONTROLLER));
    if (controller.length > 0) return timed(nothing(engine.id, problem, controller));
    if (broken.length === 0) return timed(stated(answer.placement, base.bound));
    const held: Placement[] = [];
    for (const way of ["rates", "budgets"] as const) {
      let round: Round = first;
      let last = answer;
      for (let i = 0; i < MOST_ROUNDS; i++) {
        round = tighter(problem, round, last, way);
        const next = await ask(round);
        if (next === null || next.base.status === "infeasible") break;
        if (next.broken.length === 0) {
          held.push(next.placement);
          break;
        }
        last = next;
      }
    }
    const [best] = held.sort((a, b) => (a.objective ?? a.powerWatts) - (b.objective ?? b.powerWatts));
    return timed(best ? stated(best, base.bound) : nothing(engine.id, problem, [NONE_FOUND, ...broken]));
  },
});

/** An answer of the engine, and what it is under load. */
type Asked = UnderLoad & { base: Placement };

const withoutLoad = (problem: Problem): Problem => {
  const { latency: _, load: __, ...options } = problem.options;
  return { ...problem, options };
};

const leftOf = ({ timeLimitS }: PlaceOptions, spentMs: number): number | undefined =>
  timeLimitS === undefined ? undefined : timeLimitS - spentMs / MS_PER_S;

/** Status and gap of an answer that holds under load, by the bound without load. */
function stated(placement: Placement, bound: number | null): Placement {
  const { objective = placement.powerWatts } = placement;
  if (bound === null) return { ...placement, status: "feasible", bound, gap: null };
  const missing = objective - bound;
  if (missing <= SAME * Math.max(1, Math.abs(bound)))
    return { ...placement, status: "optimal", bound: objective, gap: 0 };
  return { ...placement, status: "feasible", bound, gap: missing / Math.max(Math.abs(objective), 1e-9) };
}

/** Objectives that differ by less, relative to their size, are equal: the tolerance of the integer program. */
const SAME = 1e-6;

const NONE_FOUND: Conflict = {
  constraint: "load",
  ids: [],
  message:
    "no placement was found that holds under load, which does not prove that there is none; without load the engine would break:",
};

const nothing = (engine: string, problem: Problem, conflicts: Conflict[]): Placement => ({
  status: "infeasible",
  engine,
  powerWatts: 0,
  objective: 0,
  bound: null,
  gap: null,
  timeMs: 0,
  embedded: 0,
  rejected: problem.chains.map((c) => c.id),
  chains: [],
  conflicts,
});
