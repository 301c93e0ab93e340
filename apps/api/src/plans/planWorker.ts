// Process in which one plan job is solved; started by runPlan.
import { libraryFunctions } from "@p4twin/models/chain";
import { createCatalogue, planDevices } from "@p4twin/models/placement";
import loadHighs from "highs";
import { onTask, reply } from "../shared/childPort.ts";
import { type PlanMessage, planJobSchema } from "./schema.ts";

const MS_PER_S = 1_000;
onTask(async (task) => {
  try {
    const { problem, profiles, engine, timeLimitS } = planJobSchema.parse(task);
    const catalogue = createCatalogue(profiles, libraryFunctions());
    const limits = { timeLimitMs: timeLimitS * MS_PER_S, nowMs: () => performance.now() };
    reply<PlanMessage>({
      kind: "answer",
      plan: planDevices(problem, catalogue, engine, limits, await loadHighs()),
    });
  } catch (error) {
    reply<PlanMessage>({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
  }
});
