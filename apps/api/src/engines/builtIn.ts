import { builtInEngines } from "@p4twin/models/engine";
import { ilpHere } from "@p4twin/models/placement";
import loadHighs from "highs";

/**
 * Engines that come with the product. A solver blocks the thread that asks it: servers do so in a worker only
 * (placeWorker).
 */
export const builtIn = builtInEngines(ilpHere(loadHighs, () => performance.now()));
