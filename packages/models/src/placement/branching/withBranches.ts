import type { PlacementSolver } from "../engine.ts";
import type { Placement } from "../result.ts";
import { foldPlacement, hasBranches, unfoldBranches } from "./unfold.ts";

/** An engine that places ways which share functions, made to place chains that branch (BR2). */
export const withBranches = (engine: PlacementSolver): PlacementSolver => ({
  ...engine,
  async place(problem, options) {
    if (!hasBranches(problem)) return engine.place(problem, options);
    const ways = unfoldBranches(problem);
    return foldPlacement(problem, ways, await engine.place(ways, options));
  },
});

/** An engine that follows one way a chain: of chains that branch it says so (BR3). */
export const withoutBranches = (engine: PlacementSolver): PlacementSolver => ({
  ...engine,
  async place(problem, options) {
    if (!hasBranches(problem)) return engine.place(problem, options);
    const ids = problem.chains.flatMap(({ id, branches }) => (branches === undefined ? [] : [id]));
    const message = `the engine ${engine.id} places chains of one way, and ${ids.join(", ")} ${ids.length === 1 ? "branches" : "branch"}; use the engine exact, ilp, batch or agnostic`;
    const nothing: Placement = {
      ...{ status: "infeasible", engine: engine.id, powerWatts: 0, objective: 0, bound: null, gap: null },
      ...{ timeMs: 0, embedded: 0, rejected: problem.chains.map(({ id }) => id), chains: [] },
      conflicts: [{ constraint: "branches", ids, message }],
    };
    return nothing;
  },
});
