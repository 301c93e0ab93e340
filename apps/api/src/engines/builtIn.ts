import { builtInEstimators, createEngineRegistry, type EngineRegistry } from "@p4twin/models/engine";
import {
  agnosticEngine,
  createIlpEngine,
  exactEngine,
  greedyEngine,
  type IlpReply,
  type IlpWorker,
  serveIlp,
} from "@p4twin/models/placement";
import loadHighs from "highs";

// the whole placement job has a thread of its own (placeWorker), so the solver runs on the thread that asks
function solveHere(): IlpWorker {
  let reply: (message: IlpReply) => void = () => {};
  let fail: (error: Error) => void = () => {};
  return {
    post(request) {
      loadHighs().then(
        (highs) => serveIlp(request, highs, () => performance.now(), reply),
        (cause: unknown) => fail(new Error("HiGHS could not be loaded", { cause })),
      );
    },
    onReply(listener) {
      reply = listener;
    },
    onFailure(listener) {
      fail = listener;
    },
    terminate() {},
  };
}

/** Engines that come with the product. `place` blocks its thread: servers call it in a worker only. */
export const builtInEngines = (): EngineRegistry =>
  createEngineRegistry([
    ...builtInEstimators,
    greedyEngine,
    exactEngine,
    createIlpEngine(solveHere),
    agnosticEngine,
  ]);
