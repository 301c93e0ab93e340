// Thread in which one plan job is solved; started by runPlan.
import { parentPort, workerData } from "node:worker_threads";
import { libraryFunctions } from "@p4twin/models/chain";
import { assert } from "@p4twin/models/core";
import { createCatalogue, planDevices } from "@p4twin/models/placement";
import loadHighs from "highs";
import { type PlanMessage, planJobSchema } from "./schema.ts";

const MS_PER_S = 1_000;
const port = parentPort;
assert(port, "planWorker runs in a worker thread");
const reply = (message: PlanMessage): void => port.postMessage(message);

try {
  const { problem, profiles, engine, timeLimitS } = planJobSchema.parse(workerData);
  const catalogue = createCatalogue(profiles, libraryFunctions());
  const limits = { timeLimitMs: timeLimitS * MS_PER_S, nowMs: () => performance.now() };
  reply({ kind: "answer", plan: planDevices(problem, catalogue, engine, limits, await loadHighs()) });
} catch (error) {
  reply({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
}
