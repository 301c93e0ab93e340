import { libraryFunctions } from "@p4twin/models/chain";
import { libraryDevices } from "@p4twin/models/device";
import { createEngineRegistry } from "@p4twin/models/engine";
import {
  createCatalogue,
  exactEngine,
  greedyEngine,
  type Placement,
  problemSchema,
} from "@p4twin/models/placement";
import { describe, expect, it, vi } from "vitest";
import { answerStudy, type Study, type StudyAnswer } from "./whatIfStudy.ts";

const profiles = libraryDevices();
// chain A of the thesis: 10 us on the NPU (Harkous 2022, Sec. 5.3.5)
const problemAt = (maxDelayUs: number) =>
  problemSchema.parse({
    devices: [
      { id: "npu1", profile: "npu" },
      { id: "npu2", profile: "npu" },
    ],
    links: [{ a: "npu1", b: "npu2", gbps: 10 }],
    chains: [{ id: "a", functions: ["fw", "nat", "l3fwd"], gbps: 2, maxDelayUs }],
  });
const engines = createEngineRegistry([exactEngine, greedyEngine]);

function ask(
  study: Study,
  { maxDelayUs = 100, engine = "exact", onProgress = () => {} } = {},
): Promise<StudyAnswer> {
  const question = { problem: problemAt(maxDelayUs), profiles, engine, timeLimitS: 20, study };
  const tools = { engines, nowMs: () => 0 };
  return answerStudy(question, tools, onProgress);
}

const placed = (): Promise<Placement> =>
  exactEngine.place(problemAt(100), {
    catalogue: createCatalogue(profiles, libraryFunctions()),
    nowMs: () => 0,
  });

describe("studies beside the page", () => {
  it("sweeps the failures of what is in use, and says how each is met", async () => {
    const placement = await placed();
    const onProgress = vi.fn();
    const last = await ask({ kind: "sweep", placement, changes: [] }, { onProgress });
    expect(onProgress).toHaveBeenCalled();
    if (last.kind !== "sweep") throw new Error(`got ${last.kind}`);
    expect(last.sweep.cases.map(({ ids }) => ids)).toEqual([[placement.chains[0]?.hosts[0]]]);
    expect(last.sweep.cases[0]?.reembedding?.lost).toEqual([]);
  });

  it("finds trade-offs of delay and power", async () => {
    const last = await ask({ kind: "pareto", against: "power", measure: "slowest" });
    expect(last).toMatchObject({ kind: "pareto", front: { against: "power", complete: true } });
  });

  it("finds what would make an infeasible problem feasible", async () => {
    const last = await ask({ kind: "relax" }, { maxDelayUs: 9 });
    if (last.kind !== "relax") throw new Error(`got ${last.kind}`);
    const budget = last.relaxations.relaxations.find(({ kind }) => kind === "budget");
    expect(budget).toMatchObject({ amount: 1, unit: "us", proven: true });
  });

  it("says in words that it cannot ask an engine", async () => {
    await expect(ask({ kind: "relax" }, { engine: "oracle" })).rejects.toThrow(
      'Unknown placement solver "oracle". Available: exact, greedy.',
    );
  });
});
