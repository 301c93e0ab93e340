// Thread in which one placement job is solved; started by runPlace.
import { parentPort, workerData } from "node:worker_threads";
import { libraryFunctions } from "@p4twin/models/chain";
import { assert } from "@p4twin/models/core";
import { createCatalogue } from "@p4twin/models/placement";
import { builtIn } from "../engines/builtIn.ts";
import type { PlaceMessage } from "./placeMessage.ts";
import { placeJobSchema } from "./schema.ts";

const port = parentPort;
assert(port, "placeWorker runs in a worker thread");
const reply = (message: PlaceMessage): void => port.postMessage(message);

try {
  const { problem, profiles, engine: id, timeLimitS } = placeJobSchema.parse(workerData);
  const engine = builtIn.solver(id);
  assert(engine, `engine ${id} was accepted but cannot be run`);
  const placement = await engine.place(problem, {
    catalogue: createCatalogue(profiles, libraryFunctions()),
    timeLimitS,
    nowMs: () => performance.now(),
    onProgress: (progress) => reply({ kind: "progress", progress }),
  });
  reply({ kind: "answer", placement });
} catch (error) {
  reply({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
}
