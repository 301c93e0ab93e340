import { z } from "zod";
import type { Catalogue } from "../catalogue.ts";
import { type Plan, planSchema } from "../plan/planResult.ts";
import type { Problem } from "../problem.ts";
import { type ParetoFront, paretoFrontSchema } from "./front.ts";
import { hullOf } from "./hull.ts";
import { CUT, grainOf, weigh } from "./tradeoff.ts";

/** One point of the front of a plan; as for `place`, with the plan instead of a placement. */
const planPointSchema = z.object({
  value: z.number(),
  delayUs: z.number(),
  proven: z.boolean(),
  plan: planSchema,
});

/** Trade-offs of what to buy, in rising `value`; `delayUs` is Eq. 5.2 over all functions. */
export const planFrontSchema = paretoFrontSchema
  .omit({ measure: true, points: true })
  .extend({ points: z.array(planPointSchema) });

export type PlanFront = z.infer<typeof planFrontSchema>;

export type PlanFrontOptions = {
  readonly catalogue: Catalogue;
  /**
   * solves one plan by the weights of the problem it is given (`planDevices`, or `planInWorker`), in the
   * seconds that are left
   */
  readonly solve: (problem: Problem, timeLimitS: number | null) => Promise<Plan>;
  readonly nowMs: () => number;
  readonly against: ParetoFront["against"];
  readonly maxPoints?: number | undefined;
  readonly timeLimitS?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { points: number; solves: number }) => void) | undefined;
};

const MS_PER_S = 1000;

/**
 * Trade-offs between the delay and the price or power of the devices to buy (Eqs. 5.2, 5.3, 5.5): the plans
 * that some weighting prefers. The problem's own objective is not used, its `maxCost` holds. Rejects only
 * with the signal's reason.
 */
export async function planFront(problem: Problem, options: PlanFrontOptions): Promise<PlanFront> {
  const { catalogue, solve, nowMs, against, maxPoints, timeLimitS, signal, onProgress } = options;
  const started = nowMs();
  const leftS = (): number | null =>
    timeLimitS === undefined ? null : Math.max(0, timeLimitS - (nowMs() - started) / MS_PER_S);
  const values = problem.deviceTypes.map(({ profile }) => {
    const facts = catalogue.device(profile);
    return (against === "power" ? facts?.powerWatts : facts?.costUsd) ?? 0;
  });
  const most = problem.workload.reduce((sum, w) => sum + w.count, 0);
  let solves = 0;
  let last: Plan | null = null;
  const hull = await hullOf<Plan>({
    async ask(value, delay) {
      signal?.throwIfAborted();
      solves++;
      // the sums themselves, not their shares of the largest ones
      const objective = { ...weigh(against, value, delay), normalise: { power: 1, delay: 1, cost: 1 } };
      const plan = await solve({ ...problem, options: { ...problem.options, objective } }, leftS());
      last = plan;
      const { delayUs, costUsd, powerWatts, status } = plan;
      const found = against === "power" ? powerWatts : costUsd;
      if (delayUs === null || found === null) return null;
      return { answer: plan, value: found, delayUs, optimal: status === "optimal" };
    },
    grain: grainOf(values),
    dearest: most * Math.max(0, ...values),
    maxPoints,
    late: () => leftS() === 0,
    onPoint: (points) => onProgress?.({ points, solves }),
  });
  const conflicts = hull === null ? ((last as Plan | null)?.conflicts ?? []) : [];
  const proof = conflicts.every((c) => c.constraint !== "time-limit");
  return {
    against,
    engine: (last as Plan | null)?.engine ?? "",
    points: (hull?.points ?? []).map(({ answer, value, delayUs, optimal }) => ({
      value,
      delayUs,
      proven: optimal,
      // objective and bound belong to the weights of the search
      plan: { ...answer, objective: null, bound: null, gap: null },
    })),
    complete: hull === null && proof,
    notes: hull?.notes ?? (proof ? [] : [CUT.none]),
    conflicts,
    solves,
    timeMs: nowMs() - started,
  };
}
