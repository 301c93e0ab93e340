import { builtInEngines, type EngineRegistry } from "@p4twin/models/engine";
import { ilpHere } from "@p4twin/models/placement";
import { loadSolver } from "./loadSolver.ts";

/** Engines that come with the product, on the thread of a worker that asks them. */
export const browserEngines: EngineRegistry = builtInEngines(ilpHere(loadSolver, () => performance.now()));
