import { loadSolver } from "./loadSolver.ts";
import { answerPlan, type PlanQuestion } from "./planAnswer.ts";

self.onmessage = async (event: MessageEvent<PlanQuestion>) =>
  self.postMessage(await answerPlan(event.data, { load: loadSolver, nowMs: () => performance.now() }));
