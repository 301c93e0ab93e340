import { withBranches } from "../branching/withBranches.ts";
import type { PlacementSolver } from "../engine.ts";
import { createInstance } from "../instance.ts";
import { underLoad } from "../load/underLoad.ts";
import { exactSteps } from "./solveExact.ts";
import { drainInTurns } from "./steps.ts";

const MS_PER_S = 1000;

/**
 * The exact search as an engine; it runs on the thread that asks, for milliseconds where a chain at a time is embedded.
 */
export const exactEngine: PlacementSolver = withBranches(
  underLoad({
    id: "exact",
    title: "Exact search, one chain at a time",
    instant: true,
    async place(problem, { catalogue, nowMs, online = false, timeLimitS, signal, onProgress }) {
      signal?.throwIfAborted();
      const timeLimitMs = timeLimitS === undefined ? null : timeLimitS * MS_PER_S;
      const steps = exactSteps(createInstance(problem, catalogue), {
        timeLimitMs,
        online,
        nowMs,
        onProgress,
      });
      return drainInTurns(steps, nowMs, signal);
    },
  }),
);
