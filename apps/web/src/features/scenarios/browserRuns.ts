import type { PlaceProgress, Problem } from "@p4twin/models/placement";
import type { CheckedPlacement, EngineMessage } from "@/workers/placementAnswers.ts";

/** One engine at work in the browser. `idle`: not asked; `stopped`: ended by the person, or not done in time. */
export type BrowserRun = {
  engine: string;
  state: "idle" | "waiting" | "running" | "done" | "failed" | "stopped";
  progress: PlaceProgress | null;
  answer: CheckedPlacement | null;
  failure: string | null;
};

/** Engine that answers at once (our choice). */
export const QUICK_ENGINE = "exact";
/** Engine that finds the optimum for all chains together. */
const SOLVER_ENGINE = "ilp";

// about what HiGHS solves in a browser within ten seconds (our choice)
const MOST_CELLS = 4_000;

/**
 * Whether the integer program of a problem is small enough for the browser: function-device and function-link pairs.
 */
export function solvesInBrowser({ chains, devices, links }: Problem): boolean {
  const functions = chains.reduce((sum, chain) => sum + chain.functions.length, 0);
  return functions * (devices.length + 2 * links.length) <= MOST_CELLS;
}

/** Engine that studies ask many times (our choice). */
export const studyEngine = (problem: Problem): string =>
  solvesInBrowser(problem) ? SOLVER_ENGINE : QUICK_ENGINE;

const newRun = (engine: string, state: BrowserRun["state"]): BrowserRun => ({
  engine,
  state,
  progress: null,
  answer: null,
  failure: null,
});

/** An engine that is asked only when one wants it. */
export const idleRun = (engine: string): BrowserRun => newRun(engine, "idle");

export const startRuns = (engines: readonly string[]): BrowserRun[] =>
  engines.map((engine, index) => newRun(engine, index === 0 ? "running" : "waiting"));

/** What a message of the worker changes in the run of its engine. */
export function withMessage(runs: readonly BrowserRun[], message: EngineMessage): BrowserRun[] {
  return runs.map((run): BrowserRun => {
    if (run.engine !== message.engine) return run;
    if (message.kind === "started") return { ...run, state: "running" };
    if (message.kind === "progress") return { ...run, progress: message.progress };
    if (message.kind === "answer") return { ...run, state: "done", answer: message.answer };
    return { ...run, state: "failed", failure: message.message };
  });
}

/** What has not ended ends without an answer. */
export const withStop = (runs: readonly BrowserRun[], failure: string | null): BrowserRun[] =>
  runs.map((run) => {
    if (run.state !== "waiting" && run.state !== "running") return run;
    return failure === null ? { ...run, state: "stopped" } : { ...run, state: "failed", failure };
  });
