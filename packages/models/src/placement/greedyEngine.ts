import { withoutBranches } from "./branching/withBranches.ts";
import type { PlacementSolver } from "./engine.ts";
import { greedy } from "./greedy.ts";
import { createInstance } from "./instance.ts";
import { underLoad } from "./load/underLoad.ts";

/** The greedy algorithm as an engine; it always goes one chain at a time, so `online` changes nothing. */
export const greedyEngine: PlacementSolver = withoutBranches(
  underLoad({
    id: "greedy",
    title: "Greedy (thesis, Sec. 5.3.4)",
    instant: true,
    async place(problem, { catalogue, nowMs, signal }) {
      signal?.throwIfAborted();
      return greedy(createInstance(problem, catalogue), { nowMs });
    },
  }),
);
