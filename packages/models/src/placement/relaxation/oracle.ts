import { assert } from "../../core/index.ts";
import type { Catalogue } from "../catalogue.ts";
import type { PlacementSolver } from "../engine.ts";
import type { Problem } from "../problem.ts";
import { isProof, type Placement } from "../result.ts";
import { applyChange } from "../whatIf/applyChange.ts";
import type { Change } from "../whatIf/change.ts";
import { startWhatIf } from "../whatIf/state.ts";
import type { RelaxationKind } from "./relaxation.ts";

export type RelaxOptions = {
  readonly catalogue: Catalogue;
  /** decides what is feasible; only its proofs of infeasibility make an answer `proven` */
  readonly engine: PlacementSolver;
  /** monotonic clock */
  readonly nowMs: () => number;
  /** which kinds to look for; all when left out */
  readonly kinds?: readonly RelaxationKind[] | undefined;
  /** seconds for all of it */
  readonly timeLimitS?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** after each question to the engine */
  readonly onProgress?: ((progress: { kind: RelaxationKind | null; solves: number }) => void) | undefined;
};

/** Answer to whether a problem can be placed: by which placement, or not, with or without a proof. */
type Verdict = { placement: Placement } | { placement: null; proof: boolean; none: Placement };

/** Asks the engine, within the time. */
export type Oracle = {
  ask(problem: Problem): Promise<Verdict>;
  late(): boolean;
  readonly solves: number;
  /** which kind is being looked for */
  kind: RelaxationKind | null;
};

const MS_PER_S = 1000;

export function createOracle({
  catalogue,
  engine,
  nowMs,
  timeLimitS,
  signal,
  onProgress,
}: RelaxOptions): Oracle {
  const endsMs = timeLimitS === undefined ? Number.POSITIVE_INFINITY : nowMs() + timeLimitS * MS_PER_S;
  const oracle: Oracle & { solves: number } = {
    solves: 0,
    kind: null,
    late: () => nowMs() >= endsMs,
    async ask(problem) {
      signal?.throwIfAborted();
      oracle.solves++;
      const left = Number.isFinite(endsMs) ? Math.max(0.001, (endsMs - nowMs()) / MS_PER_S) : undefined;
      const placement = await engine.place(problem, { catalogue, nowMs, timeLimitS: left, signal });
      onProgress?.({ kind: oracle.kind, solves: oracle.solves });
      if (placement.status !== "infeasible") return { placement };
      return { placement: null, proof: isProof(placement), none: placement };
    },
  };
  return oracle;
}

/** The problem after changes that name what is there. */
export function changed(problem: Problem, changes: readonly Change[], catalogue: Catalogue): Problem {
  return changes.reduce(
    (state, change) => {
      const next = applyChange(state, change, catalogue);
      assert(next.ok, `change ${change.kind} applies`);
      return next.value;
    },
    startWhatIf(problem, { chains: [] }),
  ).problem;
}

/** The least value that does, and whether it is proven. */
export type Least = { value: number; proven: boolean };

/** Questions for one value before the search ends without a proof (our choice). */
const MOST_QUESTIONS = 60;

/**
 * Goes down from `start`, a value that does: `below(limit)` gives a value of at most `limit` that does, or
 * why there is none. Ends at `floor`, which is known not to do.
 */
export async function descend(
  start: number,
  step: number,
  floor: number,
  below: (limit: number) => Promise<number | { proof: boolean }>,
): Promise<Least> {
  let value = start;
  for (let i = 0; i < MOST_QUESTIONS; i++) {
    const limit = value - step;
    if (limit <= floor) return { value, proven: true };
    const next = await below(limit);
    if (typeof next !== "number") return { value, proven: next.proof };
    value = Math.min(next, limit);
  }
  return { value, proven: false };
}

/** Values that people are told: up to the next thousandth, so that they still do (our choice). */
export const roundUp = (value: number): number => Math.ceil(value * GRAIN - 1e-6) / GRAIN;
export const roundDown = (value: number): number => Math.floor(value * GRAIN + 1e-6) / GRAIN;
const GRAIN = 1000;
/** Values that are told are a thousandth apart, so nothing in between has to be asked for. */
export const STEP = 1 / GRAIN;
