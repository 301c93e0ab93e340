import type { Catalogue } from "./catalogue.ts";
import type { Problem } from "./problem.ts";
import type { Placement } from "./result.ts";

/** How far a search is: objective values, `fraction` 0 to 1; null where unknown. */
export type PlaceProgress = { incumbent: number | null; bound: number | null; fraction: number | null };

/** What a placement solver is given beside the problem. */
export type PlaceOptions = {
  /** the profiles and functions that the problem names */
  readonly catalogue: Catalogue;
  /** monotonic clock, for times that are reported */
  readonly nowMs: () => number;
  /** one chain at a time in the order of the problem, earlier ones kept */
  readonly online?: boolean | undefined;
  /** seconds; none when left out */
  readonly timeLimitS?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PlaceProgress) => void) | undefined;
};

/**
 * A placement solver, built in or plugged in. The problem must have passed `parseProblem` or `checkProblem`
 * against the same catalogue. Infeasible and out of time are answers; it rejects only with the signal's
 * reason, or when the engine is broken. Whoever shows an answer checks it with `verifyPlacement`.
 */
export type PlacementSolver = {
  readonly id: string;
  readonly title: string;
  /** most problems take it milliseconds; left out: it may search for long */
  readonly instant?: boolean;
  place(problem: Problem, options: PlaceOptions): Promise<Placement>;
};
