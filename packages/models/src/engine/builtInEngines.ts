import { linearForm, p8Form } from "../latency/index.ts";
import {
  agnosticEngine,
  createBatchEngine,
  createIlpEngine,
  exactEngine,
  greedyEngine,
  type IlpWorker,
} from "../placement/index.ts";
import { formEstimator } from "./formEstimator.ts";
import { createEngineRegistry, type EngineRegistry } from "./registry.ts";

/**
 * All engines that come with the product, for the command line, the server and the browser. To add one: a line here.
 * `spawn` makes a worker of the platform for HiGHS, or `ilpHere` on a thread where nothing else waits.
 */
export const builtInEngines = (spawn: () => IlpWorker): EngineRegistry =>
  createEngineRegistry([
    formEstimator(linearForm),
    formEstimator(p8Form),
    exactEngine,
    createIlpEngine(spawn),
    createBatchEngine(spawn),
    greedyEngine,
    agnosticEngine,
  ]);
