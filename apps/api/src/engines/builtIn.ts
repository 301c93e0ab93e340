import { assert } from "@p4twin/models/core";
import { builtInEngines, type EngineRegistry, type Estimator } from "@p4twin/models/engine";
import { DEFAULT_ESTIMATOR } from "@p4twin/models/latency";
import { ilpHere } from "@p4twin/models/placement";
import loadHighs from "highs";

/**
 * Engines that come with the product. A solver blocks the thread that asks it: servers do so in a worker only
 * (placeWorker).
 */
export const builtIn = builtInEngines(ilpHere(loadHighs, () => performance.now()));

/** The estimator of what names none. Throws when the product comes without it, which would be a fault of ours. */
export function defaultEstimator(registry: Pick<EngineRegistry, "estimator"> = builtIn): Estimator {
  const found = registry.estimator(DEFAULT_ESTIMATOR);
  assert(found, `There is no engine ${DEFAULT_ESTIMATOR}, which estimates where none is named.`);
  return found;
}
