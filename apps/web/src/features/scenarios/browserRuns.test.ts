import { problemSchema } from "@p4twin/models/placement";
import { describe, expect, it } from "vitest";
import { solvesInBrowser, startRuns, withMessage, withStop } from "./browserRuns.ts";

const states = (runs: ReturnType<typeof startRuns>) => runs.map((run) => run.state);
const failure = (engine: string) => ({ kind: "failure", engine, message: "no" }) as const;

describe("runs in the browser", () => {
  it("lets one engine work after the other", () => {
    const started = startRuns(["exact", "greedy"]);
    expect(states(started)).toEqual(["running", "waiting"]);
    const failed = withMessage(started, failure("exact"));
    const next = withMessage(failed, { kind: "started", engine: "greedy" });
    expect(states(next)).toEqual(["failed", "running"]);
    expect(next[0]?.failure).toBe("no");
  });

  it("keeps progress with its engine", () => {
    const progress = { incumbent: 9, bound: 7, fraction: null };
    const [run] = withMessage(startRuns(["ilp"]), { kind: "progress", engine: "ilp", progress });
    expect(run?.progress).toEqual(progress);
  });

  it.each([
    [null, "stopped"],
    ["the worker died", "failed"],
  ])("ends what is under way (%s)", (message, state) => {
    const runs = withMessage(startRuns(["exact", "greedy"]), failure("exact"));
    expect(states(withStop(runs, message))).toEqual(["failed", state]);
  });
});

it.each([
  [8, true],
  [4_000, false],
])("the integer program over %i devices is for the browser: %s", (count, fits) => {
  const problem = problemSchema.parse({
    devices: Array.from({ length: count }, (_, i) => ({ id: `d${i}`, profile: "cpu" })),
    chains: [{ id: "a", functions: ["fw", "nat"], gbps: 1 }],
  });
  expect(solvesInBrowser(problem)).toBe(fits);
});
