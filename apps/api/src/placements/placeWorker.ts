// Process in which one placement job is solved; started by runPlace.
import { libraryFunctions } from "@p4twin/models/chain";
import { assert } from "@p4twin/models/core";
import { createCatalogue, type Placement, type PlaceProgress } from "@p4twin/models/placement";
import { builtIn } from "../engines/builtIn.ts";
import { answerTasks } from "../shared/childPort.ts";
import { placeJobSchema } from "./schema.ts";

answerTasks<Placement, PlaceProgress>((task, onProgress) => {
  const { problem, profiles, engine: id, timeLimitS } = placeJobSchema.parse(task);
  const engine = builtIn.solver(id);
  assert(engine, `engine ${id} was accepted but cannot be run`);
  return engine.place(problem, {
    catalogue: createCatalogue(profiles, libraryFunctions()),
    timeLimitS,
    nowMs: () => performance.now(),
    onProgress,
  });
});
