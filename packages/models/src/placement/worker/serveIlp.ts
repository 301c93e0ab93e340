import type { Highs } from "highs";
import { answerWorker } from "../../core/index.ts";
import { solveBatch } from "../batch/solveBatch.ts";
import { createCatalogue } from "../catalogue.ts";
import type { PlaceProgress } from "../engine.ts";
import { solveIlp } from "../ilp/solveIlp.ts";
import { createInstance } from "../instance.ts";
import { planDevices } from "../plan/planDevices.ts";
import type { IlpAnswer, IlpReply, IlpRequest } from "./solverWorker.ts";

/** Progress messages are not sent more often than this (our choice). */
const PROGRESS_MS = 100;

/** The worker's side of `IlpWorker`: solves one request and replies. The platform loads HiGHS and gives the clock. */
export const serveIlp = (
  request: IlpRequest,
  highs: Highs,
  nowMs: () => number,
  reply: (message: IlpReply) => void,
): Promise<void> =>
  answerWorker<IlpAnswer, PlaceProgress>(reply, (tell) => {
    const { solver, problem, profiles, functions, timeLimitMs, online } = request;
    let last = Number.NEGATIVE_INFINITY;
    const onProgress = (progress: PlaceProgress): void => {
      if (nowMs() - last < PROGRESS_MS) return;
      last = nowMs();
      tell(progress);
    };
    const catalogue = createCatalogue(profiles, functions);
    if (typeof solver === "object") {
      const plan = planDevices(problem, catalogue, solver.plan, { timeLimitMs, nowMs }, highs);
      return { kind: "plan", plan };
    }
    const instance = createInstance(problem, catalogue);
    const options = { timeLimitMs, nowMs, onProgress };
    const placement =
      solver === "batch"
        ? solveBatch(instance, options, highs)
        : solveIlp(instance, { ...options, online }, highs);
    return { kind: "placement", placement };
  });
