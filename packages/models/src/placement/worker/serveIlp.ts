import type { Highs } from "highs";
import { createCatalogue } from "../catalogue.ts";
import { solveIlp } from "../ilp/solveIlp.ts";
import { createInstance } from "../instance.ts";
import type { IlpReply, IlpRequest } from "./ilpEngine.ts";

/** Progress messages are not sent more often than this (our choice). */
const PROGRESS_MS = 100;

/** The worker's side of `createIlpEngine`: solves one request and replies. The platform loads HiGHS and gives the clock. */
export function serveIlp(
  request: IlpRequest,
  highs: Highs,
  nowMs: () => number,
  reply: (message: IlpReply) => void,
): void {
  const { problem, profiles, functions, timeLimitMs, online } = request;
  try {
    const instance = createInstance(problem, createCatalogue(profiles, functions));
    let last = Number.NEGATIVE_INFINITY;
    const placement = solveIlp(
      instance,
      {
        timeLimitMs,
        online,
        nowMs,
        onProgress(progress) {
          if (nowMs() - last < PROGRESS_MS) return;
          last = nowMs();
          reply({ kind: "progress", progress });
        },
      },
      highs,
    );
    reply({ kind: "answer", placement });
  } catch (cause) {
    reply({ kind: "failure", message: cause instanceof Error ? cause.message : String(cause) });
  }
}
