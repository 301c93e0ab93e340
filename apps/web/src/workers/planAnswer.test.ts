import { libraryDevices } from "@p4twin/models/device";
import { problemSchema } from "@p4twin/models/placement";
import loadHighs from "highs";
import { expect, it } from "vitest";
import { planChecked } from "./planAnswer.ts";

const problem = problemSchema.parse({
  deviceTypes: [{ profile: "npu" }],
  workload: [{ function: "fw", gbps: 1, count: 2 }],
});
const question = { problem, profiles: libraryDevices(), engine: "exact", timeLimitS: 5 };

it("plans and has the plan checked", async () => {
  expect(await planChecked(question, { load: loadHighs, nowMs: () => 0 })).toMatchObject({
    plan: { status: "optimal", types: [{ profile: "npu", count: 1 }] },
    violations: [],
  });
});

it("tells when the solver cannot be loaded", async () => {
  const load = () => Promise.reject(new Error("highs.wasm is missing"));
  await expect(planChecked(question, { load, nowMs: () => 0 })).rejects.toThrow("highs.wasm is missing");
});
