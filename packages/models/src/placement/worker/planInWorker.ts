import { askWorker, assert } from "../../core/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { timedOutPlan } from "../plan/planDevices.ts";
import type { Plan } from "../plan/planResult.ts";
import type { Problem } from "../problem.ts";
import type { IlpWorker } from "./solverWorker.ts";

export type PlanInWorker = {
  catalogue: Catalogue;
  /** one of `planEngines` */
  engine: string;
  timeLimitMs: number | null;
  signal?: AbortSignal | undefined;
};

/** A worker that goes on for so long after its time limit is killed (our choice). */
const GRACE_MS = 3000;

/**
 * `planDevices` in a worker, which is ended by the answer, a failure, the abort, or when it does not keep its
 * time limit.
 */
export async function planInWorker(
  spawn: () => IlpWorker,
  problem: Problem,
  { catalogue, engine, timeLimitMs, signal }: PlanInWorker,
  graceMs = GRACE_MS,
): Promise<Plan> {
  const { profiles, functions } = catalogue;
  const request = { solver: { plan: engine }, problem, profiles, functions, timeLimitMs, online: false };
  const limitMs = timeLimitMs === null ? null : timeLimitMs + graceMs;
  const answer = await askWorker(spawn, request, { signal, limitMs });
  if (answer === null) return timedOutPlan(engine, (timeLimitMs ?? 0) + graceMs);
  assert(answer.kind === "plan", "a worker that is asked for a plan answers with one");
  return answer.plan;
}
