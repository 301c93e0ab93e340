import { withinDelay } from "../../core/index.ts";
import { totalDelayUs } from "../branching/unfold.ts";
import type { Catalogue } from "../catalogue.ts";
import { sumOf } from "../instance.ts";
import { type LoadModel, type Problem, placeWeights } from "../problem.ts";
import type { Conflict, Placement } from "../result.ts";
import { loadTerms } from "./loadTerms.ts";

/** Delays of a placement under load, with what then is broken: queues without a steady state, and budgets. */
export type UnderLoad = { placement: Placement; broken: Conflict[] };

/**
 * A placement whose delays are those of an empty network (Eq. 5.19), under the load of its chains. Chains
 * behind a queue that grows without limit keep their delays: `broken` then says so.
 */
export function withLoad(
  problem: Problem,
  catalogue: Catalogue,
  load: LoadModel,
  placement: Placement,
): UnderLoad {
  const { terms, violations, report } = loadTerms(problem, catalogue, load, placement.chains);
  const broken = [...violations];
  const budgets = new Map(problem.chains.map((c) => [c.id, c.maxDelayUs]));
  const chains = placement.chains.map((chain) => {
    const loaded = terms.get(chain.id);
    if (!loaded) return chain;
    const delayUs = rounded(sumOf(loaded, (t) => t.us));
    const budgetUs = budgets.get(chain.id) ?? null;
    if (budgetUs !== null && !withinDelay(delayUs, budgetUs)) {
      const message = `chain ${chain.id} takes ${us(delayUs)} us under load, its budget is ${us(budgetUs)} us; without load it takes ${us(chain.delayUs)} us`;
      broken.push({ constraint: "5.31", ids: [chain.id], message });
    }
    return { ...chain, delayUs, ...shifted(chain, delayUs - chain.delayUs), terms: loaded };
  });
  const { objective } = placement;
  const { delay } = placeWeights(problem.options.objective);
  const waitsUs = totalDelayUs(problem, chains) - totalDelayUs(problem, placement.chains);
  const loadedObjective = objective === undefined ? {} : { objective: objective + delay * waitsUs };
  return { placement: { ...placement, ...loadedObjective, chains, load: report }, broken };
}

const BOUNDS = ["meanLowUs", "meanHighUs", "lowUs", "highUs"] as const;
type Bounds = Pick<Placement["chains"][number], (typeof BOUNDS)[number]>;

/** The intervals of a delay that became longer by waits, which count as exact (WI2). */
const shifted = (bounds: Bounds, waitsUs: number): Bounds =>
  Object.fromEntries(
    BOUNDS.flatMap((name) => {
      const us = bounds[name];
      return us == null ? [] : [[name, rounded(us + waitsUs)]];
    }),
  );

/** Without the last digits of binary rounding. */
const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;

const us = (value: number): string => String(Math.round(value * 1000) / 1000);
