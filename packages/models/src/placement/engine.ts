import type { Problem } from "./problem.ts";
import type { Placement } from "./result.ts";

export type PlaceProgress = { incumbent: number | null; bound: number | null; fraction: number | null };

/** What every placement engine is given beside the problem (contract, Engines). */
export type PlaceOptions = {
  /** seconds; null for none */
  timeLimitS: number | null;
  /** one chain at a time, earlier ones kept */
  online: boolean;
  /** milliseconds of a steady clock */
  now: () => number;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: PlaceProgress) => void) | undefined;
};

/** A placement solver, built in or plugged in. Its answer is checked by `verifyPlacement` wherever it goes. */
export type PlacementEngine = {
  id: string;
  title: string;
  /** the problem must have passed `parseProblem` or `checkProblem`; rejects with an `AbortError` when the signal fires */
  place(problem: Problem, options: PlaceOptions): Promise<Placement>;
};
