import { assert, didYouMean } from "../core/index.ts";
import type { PlacementSolver } from "../placement/index.ts";
import { type Engine, type Estimator, isEstimator, isPlacementSolver } from "./contract.ts";

/** One line of the list of engines that people choose from. */
export type EngineEntry = {
  readonly id: string;
  readonly title: string;
  readonly estimates: boolean;
  /** estimates, and can weigh paths by how often packets take them */
  readonly expects: boolean;
  readonly places: boolean;
  /** places most problems in milliseconds, so that a page may ask it unasked */
  readonly instant: boolean;
};

export type EngineRegistry = {
  /** all engines in the order given, built-in ones and plug-ins alike */
  readonly entries: readonly EngineEntry[];
  /** null when no engine of that id estimates */
  estimator(id: string): Estimator | null;
  /** null when no engine of that id places */
  solver(id: string): PlacementSolver | null;
};

/** Lists engines; each id once (a second one is a bug of the caller, who names plug-ins). */
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
      expects: isEstimator(engine) && engine.expect !== undefined,
      places: isPlacementSolver(engine),
      instant: isPlacementSolver(engine) && engine.instant === true,
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

const kindOf = { estimates: "estimator", expects: "estimator that weighs paths", places: "placement solver" };

/** What to say when `id` names no engine among `entries` that `does` what it is asked for. */
export function unknownEngine(
  id: string,
  does: keyof typeof kindOf,
  entries: readonly Pick<EngineEntry, "id" | keyof typeof kindOf>[],
): string {
  const known = entries.flatMap((entry) => (entry[does] ? [entry.id] : []));
  return `Unknown ${kindOf[does]} "${id}"${didYouMean(id, known)}. Available: ${known.join(", ")}.`;
}
