// Process in which one plan job is solved; started by runPlan.
import { libraryFunctions } from "@p4twin/models/chain";
import { createCatalogue, type Plan, planDevices } from "@p4twin/models/placement";
import loadHighs from "highs";
import { answerTasks } from "../shared/childPort.ts";
import { planJobSchema } from "./schema.ts";

const MS_PER_S = 1_000;
answerTasks<Plan>(async (task) => {
  const { problem, profiles, engine, timeLimitS } = planJobSchema.parse(task);
  const catalogue = createCatalogue(profiles, libraryFunctions());
  const limits = { timeLimitMs: timeLimitS * MS_PER_S, nowMs: () => performance.now() };
  return planDevices(problem, catalogue, engine, limits, await loadHighs());
});
