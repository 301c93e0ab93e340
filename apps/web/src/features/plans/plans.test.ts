import { libraryDevices } from "@p4twin/models/device";
import type { Plan } from "@p4twin/models/placement";
import { describe, expect, it } from "vitest";
import { decodeDraft, EXAMPLE, encodeDraft } from "./planDraft.ts";
import { deviceGroups, planWords } from "./planWords.ts";

const profiles = libraryDevices();

describe("a plan in the address", () => {
  it("comes back as it went in", () => {
    expect(decodeDraft(encodeDraft(EXAMPLE), profiles)?.draft).toEqual(EXAMPLE);
  });

  it.each([
    ["{", "does not contain JSON"],
    ['{"workload":[{"function":"warp","gbps":1,"count":1}]}', 'function of the workload "warp"'],
    ['{"workload":[{"function":"fw","gbps":1,"count":-1}]}', "count"],
    ['{"deviceTypes":[{"profile":"npuu"}]}', 'did you mean "npu"'],
  ])("%s is refused in words", (text, words) => {
    expect(decodeDraft(text, profiles)?.errors?.join()).toContain(words);
  });

  it("is not there on the first visit", () => expect(decodeDraft(null, profiles)).toBeNull());
});

const device = (id: string) => ({
  id,
  profile: "npu",
  functions: [{ function: "fw", gbps: 2, count: 3 }],
});
const plan: Plan = {
  status: "optimal",
  engine: "exact",
  objective: 1000,
  bound: 1000,
  gap: 0,
  delayUs: 10,
  costUsd: 1000,
  powerWatts: 130,
  normalise: { power: 1, delay: 1, cost: 1 },
  timeMs: 3,
  types: [{ profile: "npu", count: 2 }],
  devices: [device("npu1"), device("npu2")],
  conflicts: [],
};

describe("a plan in words", () => {
  it.each([
    [{}, "ok", "Optimal: 2 npu"],
    [{ status: "feasible", gap: 0.1 }, "warn", "Feasible: 2 npu"],
    [{ status: "infeasible", types: [] }, "bad", "Infeasible"],
  ] as const)("%o", (change, tone, title) => {
    const words = planWords({ ...plan, ...structuredClone(change) } as Plan);
    expect(words.tone).toBe(tone);
    expect(words.title).toContain(title);
  });

  it("lists equal devices once", () => {
    expect(deviceGroups(plan)).toMatchObject([
      { profile: "npu", devices: 2, gbps: 6, functions: "3 fw at 2 Gbps" },
    ]);
  });
});
