import type { Highs } from "highs";
import { solveBatch } from "../batch/solveBatch.ts";
import { createCatalogue } from "../catalogue.ts";
import type { PlaceProgress } from "../engine.ts";
import { solveIlp } from "../ilp/solveIlp.ts";
import { createInstance } from "../instance.ts";
import { planDevices } from "../plan/planDevices.ts";
import type { IlpReply, IlpRequest } from "./solverWorker.ts";

/** Progress messages are not sent more often than this (our choice). */
const PROGRESS_MS = 100;

/** The worker's side of `askWorker`: solves one request and replies. The platform loads HiGHS and gives the clock. */
export function serveIlp(
  request: IlpRequest,
  highs: Highs,
  nowMs: () => number,
  reply: (message: IlpReply) => void,
): void {
  const { solver, problem, profiles, functions, timeLimitMs, online } = request;
  let last = Number.NEGATIVE_INFINITY;
  const onProgress = (progress: PlaceProgress): void => {
    if (nowMs() - last < PROGRESS_MS) return;
    last = nowMs();
    reply({ kind: "progress", progress });
  };
  try {
    const catalogue = createCatalogue(profiles, functions);
    if (typeof solver === "object") {
      reply({
        kind: "plan",
        plan: planDevices(problem, catalogue, solver.plan, { timeLimitMs, nowMs }, highs),
      });
      return;
    }
    const instance = createInstance(problem, catalogue);
    const options = { timeLimitMs, nowMs, onProgress };
    const placement =
      solver === "batch"
        ? solveBatch(instance, options, highs)
        : solveIlp(instance, { ...options, online }, highs);
    reply({ kind: "answer", placement });
  } catch (cause) {
    reply({ kind: "failure", message: cause instanceof Error ? cause.message : String(cause) });
  }
}
