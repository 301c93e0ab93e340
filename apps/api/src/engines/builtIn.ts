import { builtInEstimators, createEngineRegistry, type EngineRegistry } from "@p4twin/models/engine";
import {
  agnosticEngine,
  createBatchEngine,
  createIlpEngine,
  exactEngine,
  greedyEngine,
  ilpHere,
} from "@p4twin/models/placement";
import loadHighs from "highs";

/** Engines that come with the product. `place` blocks its thread: servers call it in a worker only. */
export const builtInEngines = (): EngineRegistry =>
  createEngineRegistry([
    ...builtInEstimators,
    greedyEngine,
    exactEngine,
    // the whole placement job has a thread of its own (placeWorker), so the solver runs on the thread that asks
    createIlpEngine(ilpHere(loadHighs, () => performance.now())),
    createBatchEngine(ilpHere(loadHighs, () => performance.now())),
    agnosticEngine,
  ]);
