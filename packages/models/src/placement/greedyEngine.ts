import { waysOfChain } from "../chain/index.ts";
import { hasBranches } from "./branching/unfold.ts";
import type { PlacementSolver } from "./engine.ts";
import { greedy } from "./greedy.ts";
import { createInstance } from "./instance.ts";
import { underLoad } from "./load/underLoad.ts";
import { placementOf } from "./whatIf/placementOf.ts";
import { startWhatIf } from "./whatIf/state.ts";

const singleWays: PlacementSolver = underLoad({
  id: "greedy",
  title: "Greedy (thesis, Sec. 5.3.4)",
  instant: true,
  async place(problem, { catalogue, nowMs, signal }) {
    signal?.throwIfAborted();
    return greedy(createInstance(problem, catalogue), { nowMs });
  },
});

/**
 * The greedy algorithm as an engine; it always goes one chain at a time, so `online` changes nothing. It puts a chain
 * whole on one device: one that branches as if every packet passed all functions, which its ways then do not (BR3).
 */
export const greedyEngine: PlacementSolver = {
  ...singleWays,
  async place(problem, options) {
    if (!hasBranches(problem)) return singleWays.place(problem, options);
    const whole = problem.chains.map(({ branches: _, ...chain }) => chain);
    const found = await singleWays.place({ ...problem, chains: whole }, options);
    const chains = found.chains.map(({ id, hosts, route, entry, exit }) => {
      const asked = problem.chains.find((chain) => chain.id === id)!;
      const paths = { route, entry, exit };
      if (asked.branches === undefined) return { id, hosts, ...paths };
      return {
        id,
        hosts,
        ...paths,
        ways: waysOfChain(asked).map(({ functions }) => ({ functions, ...paths })),
      };
    });
    const { catalogue } = options;
    const placed = placementOf(startWhatIf(problem, { chains }), { catalogue }, found.engine);
    const { status, timeMs, conflicts } = found;
    return { ...placed, status, timeMs, conflicts };
  },
};
