import { libraryDevices } from "@p4twin/models/device";
import { createEngineRegistry } from "@p4twin/models/engine";
import { exactEngine, greedyEngine, type PlacementSolver, problemSchema } from "@p4twin/models/placement";
import { describe, expect, it } from "vitest";
import { askEngines, type EngineMessage } from "./placementAnswers.ts";

const problem = problemSchema.parse({
  devices: [
    { id: "cpu1", profile: "cpu" },
    { id: "npu1", profile: "npu" },
  ],
  chains: [{ id: "a", functions: ["fw", "nat", "l3fwd"], gbps: 2, maxDelayUs: 10 }],
});

async function ask(solvers: Record<string, PlacementSolver>, ids = Object.keys(solvers)) {
  const replies: EngineMessage[] = [];
  const question = { problem, profiles: libraryDevices(), engines: ids, timeLimitS: 5 };
  const engines = createEngineRegistry(Object.entries(solvers).map(([id, solver]) => ({ ...solver, id })));
  const tools = { engines, nowMs: () => 0 };
  await askEngines(question, tools, (message) => replies.push(message));
  return replies;
}

describe("askEngines", () => {
  it("brings the answer of each engine, checked", async () => {
    const replies = await ask({ exact: exactEngine, greedy: greedyEngine });
    const answers = replies.flatMap((reply) => (reply.kind === "answer" ? [reply.answer] : []));
    expect(answers.map(({ placement }) => placement.engine)).toEqual(["exact", "greedy"]);
    expect(answers.map(({ violations }) => violations)).toEqual([[], []]);
    // Harkous 2022, Sec. 5.3.5: 10 us on the NPU, which is the whole budget
    expect(answers[0]?.placement.chains[0]?.delayUs).toBeCloseTo(10, 6);
  });

  it("shows what the checker finds in the answer of a lying engine", async () => {
    const liar: PlacementSolver = {
      ...exactEngine,
      place: async (...given) => ({ ...(await exactEngine.place(...given)), powerWatts: 1 }),
    };
    const answer = (await ask({ liar })).find((reply) => reply.kind === "answer");
    expect(answer?.answer.violations.map((violation) => violation.constraint)).toContain("powerWatts");
  });

  it("goes on after an engine that throws or does not exist", async () => {
    const broken: PlacementSolver = { ...exactEngine, place: () => Promise.reject(new Error("line 3")) };
    const replies = await ask({ broken, greedy: greedyEngine }, ["broken", "oracle", "greedy"]);
    const kinds = ["started", "failure", "started", "failure", "started", "answer"];
    expect(replies.map(({ kind }) => kind)).toEqual(kinds);
    expect(replies[1]).toMatchObject({ engine: "broken", message: "line 3" });
  });
});
