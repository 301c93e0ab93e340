import type { Catalogue } from "../catalogue.ts";
import type { PlacementSolver } from "../engine.ts";
import type { Problem, Weights } from "../problem.ts";
import type { Placement } from "../result.ts";
import { waysOf } from "../ways.ts";
import type { ParetoFront } from "./front.ts";
import type { Tradeoff } from "./tradeoff.ts";

export type ParetoOptions = {
  readonly catalogue: Catalogue;
  /** answers `optimal` are taken as proofs */
  readonly engine: PlacementSolver;
  /** monotonic clock */
  readonly nowMs: () => number;
  readonly against: ParetoFront["against"];
  readonly measure?: ParetoFront["measure"] | undefined;
  /** the most points that are looked for (our choice when left out) */
  readonly maxPoints?: number | undefined;
  /** seconds for the whole front */
  readonly timeLimitS?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** after each solve: the points so far */
  readonly onProgress?: ((progress: { points: number; solves: number }) => void) | undefined;
};

export type Solved = Tradeoff<Placement>;

/**
 * Solves the problem with other weights and budgets; null when there is no placement, `stopped` when nothing
 * is proven by that.
 */
export type Solver = {
  solve(weights: Weights, slowestUs: number): Promise<Solved | { none: Placement }>;
  readonly solves: number;
  /** out of time */
  late(): boolean;
};

const MS_PER_S = 1000;

export function createSolver(problem: Problem, options: ParetoOptions): Solver {
  const { catalogue, engine, nowMs, against, measure = "total", timeLimitS, signal } = options;
  const endsMs = timeLimitS === undefined ? Number.POSITIVE_INFINITY : nowMs() + timeLimitS * MS_PER_S;
  let solves = 0;
  return {
    get solves() {
      return solves;
    },
    late: () => nowMs() >= endsMs,
    async solve({ power, delay, cost }, slowestUs) {
      signal?.throwIfAborted();
      solves++;
      const asked: Problem = {
        ...problem,
        chains: problem.chains.map((c) => ({ ...c, maxDelayUs: lesser(c.maxDelayUs, slowestUs) })),
        options: { ...problem.options, objective: { power, delay, cost } },
      };
      const left = Number.isFinite(endsMs) ? Math.max(0.001, (endsMs - nowMs()) / MS_PER_S) : undefined;
      const placement = await engine.place(asked, { catalogue, nowMs, timeLimitS: left, signal });
      if (placement.status === "infeasible") return { none: placement };
      const delays = placement.chains.map((c) => c.delayUs);
      return {
        answer: placement,
        value: against === "power" ? placement.powerWatts : costOf(asked, catalogue, placement),
        delayUs: measure === "slowest" ? Math.max(...delays) : delays.reduce((sum, us) => sum + us, 0),
        optimal: placement.status === "optimal",
      };
    },
  };
}

const lesser = (budgetUs: number | null, slowestUs: number): number | null =>
  Number.isFinite(slowestUs) ? Math.min(budgetUs ?? slowestUs, slowestUs) : budgetUs;

/** Price of the devices in use: hosts, and devices on the way. */
function costOf(problem: Problem, catalogue: Catalogue, { chains }: Placement): number {
  const used = new Set(chains.flatMap((c) => [...c.hosts, ...waysOf(c).flat()]));
  return problem.devices.reduce(
    (sum, d) => sum + (used.has(d.id) ? (catalogue.device(d.profile)?.costUsd ?? 0) : 0),
    0,
  );
}
