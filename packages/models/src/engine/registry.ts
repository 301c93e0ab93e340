import { assert } from "../core/index.ts";
import type { PlacementSolver } from "../placement/index.ts";
import { type Engine, type Estimator, isEstimator, isPlacementSolver } from "./contract.ts";

/** One line of the list of engines that people choose from. */
export type EngineEntry = {
  readonly id: string;
  readonly title: string;
  readonly estimates: boolean;
  readonly places: boolean;
};

export type EngineRegistry = {
  /** all engines in the order given, built-in ones and plug-ins alike */
  readonly entries: readonly EngineEntry[];
  /** null when no engine of that id estimates */
  estimator(id: string): Estimator | null;
  /** null when no engine of that id places */
  solver(id: string): PlacementSolver | null;
};

/** Lists engines; each id once (a second one is a bug of the caller, who names plug-ins). The first of a kind is the default. */
export function createEngineRegistry(engines: readonly Engine[]): EngineRegistry {
  const byId = new Map<string, Engine>();
  for (const engine of engines) {
    assert(!byId.has(engine.id), `two engines have the id ${engine.id}`);
    byId.set(engine.id, engine);
  }
  return {
    entries: engines.map((engine) => ({
      id: engine.id,
      title: engine.title,
      estimates: isEstimator(engine),
      places: isPlacementSolver(engine),
    })),
    estimator(id) {
      const engine = byId.get(id);
      return engine && isEstimator(engine) ? engine : null;
    },
    solver(id) {
      const engine = byId.get(id);
      return engine && isPlacementSolver(engine) ? engine : null;
    },
  };
}
