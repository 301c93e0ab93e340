// Process in which one placement job is solved; started by runPlace.
import { libraryFunctions } from "@p4twin/models/chain";
import { assert } from "@p4twin/models/core";
import { createCatalogue } from "@p4twin/models/placement";
import { builtIn } from "../engines/builtIn.ts";
import { onTask, reply } from "../shared/childPort.ts";
import type { PlaceMessage } from "./placeMessage.ts";
import { placeJobSchema } from "./schema.ts";

onTask(async (task) => {
  try {
    const { problem, profiles, engine: id, timeLimitS } = placeJobSchema.parse(task);
    const engine = builtIn.solver(id);
    assert(engine, `engine ${id} was accepted but cannot be run`);
    const placement = await engine.place(problem, {
      catalogue: createCatalogue(profiles, libraryFunctions()),
      timeLimitS,
      nowMs: () => performance.now(),
      onProgress: (progress) => reply<PlaceMessage>({ kind: "progress", progress }),
    });
    reply<PlaceMessage>({ kind: "answer", placement });
  } catch (error) {
    reply<PlaceMessage>({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
  }
});
