import { askWorker, assert } from "../../core/index.ts";
import { answer } from "../answer.ts";
import { withBranches } from "../branching/withBranches.ts";
import { embeddingOf } from "../embedding.ts";
import type { PlacementSolver, PlaceOptions, PlaceProgress } from "../engine.ts";
import { greedy } from "../greedy.ts";
import { createInstance } from "../instance.ts";
import { underLoad } from "../load/underLoad.ts";
import type { Problem } from "../problem.ts";
import type { Placement } from "../result.ts";
import type { IlpWorker } from "./solverWorker.ts";

const MS_PER_S = 1000;

/** A worker that goes on for so long after its time limit is killed (our choice). */
const GRACE_MS = 3000;

/**
 * The integer program as an engine: one worker per solve, because HiGHS blocks its thread; the worker is
 * ended by the answer, by a failure, by the abort signal, or when it does not keep its time limit. `spawn`
 * makes a worker of the platform (worker_threads in Node, Worker in a browser).
 */
export const createIlpEngine = (spawn: () => IlpWorker, graceMs = GRACE_MS): PlacementSolver =>
  withBranches(
    underLoad({
      id: "ilp",
      title: "Integer program (thesis, PA-P4SFC-E) on HiGHS",
      place: (problem, options) => solveInWorker(spawn, "ilp", problem, options, graceMs),
    }),
  );

/**
 * The whole workload at once, with alike chains and equal devices counted; in a worker as `createIlpEngine`.
 * It has no online mode.
 */
export const createBatchEngine = (spawn: () => IlpWorker, graceMs = GRACE_MS): PlacementSolver =>
  withBranches(
    underLoad({
      id: "batch",
      title: "Whole workload at once, alike chains together, on HiGHS",
      place: (problem, options) =>
        solveInWorker(spawn, "batch", problem, { ...options, online: false }, graceMs),
    }),
  );

async function solveInWorker(
  spawn: () => IlpWorker,
  solver: "ilp" | "batch",
  problem: Problem,
  options: PlaceOptions,
  graceMs: number,
): Promise<Placement> {
  const { catalogue, timeLimitS, online = false, signal, nowMs } = options;
  const { profiles, functions } = catalogue;
  const started = nowMs();
  let last: PlaceProgress = { incumbent: null, bound: null, fraction: null };
  const onProgress = (progress: PlaceProgress): void => {
    last = progress;
    options.onProgress?.(progress);
  };
  const timeLimitMs = timeLimitS === undefined ? null : timeLimitS * MS_PER_S;
  const request = { solver, problem, profiles, functions, timeLimitMs, online };
  // HiGHS looks at its clock between steps only, and some of them are long
  const limitMs = timeLimitMs === null ? null : timeLimitMs + graceMs;
  const found = await askWorker(spawn, request, { signal, onProgress, limitMs });
  if (found !== null) {
    assert(found.kind === "placement", "a worker that is asked for a placement answers with one");
    return found.placement;
  }
  // the worker took its placement with it; its bound is known, and greedy's answer is quick
  const instance = createInstance(problem, catalogue);
  const quick = greedy(instance, { nowMs });
  const placed = quick.status === "feasible" && problem.ways === undefined;
  const message = `the solver did not keep its time limit of ${timeLimitS} s and was ended before it told of a placement; give it more time`;
  return answer(instance, {
    engine: solver,
    status: placed ? quick.status : "infeasible",
    bound: placed ? last.bound : null,
    timeMs: nowMs() - started,
    embeddings: placed ? quick.chains.map((c) => embeddingOf(instance, c)) : [],
    conflicts: placed ? [] : [{ constraint: "time-limit", ids: [], message }],
  });
}
