import { type Placement, problemSchema, type SweepCase } from "@p4twin/models/placement";
import { expect, it } from "vitest";
import { devicesInWords, placeAll } from "./layoutChanges.ts";
import { sweepOutcome } from "./sweepOutcome.ts";

const failure: SweepCase = {
  kind: "device",
  ids: ["npu1"],
  chains: [{ id: "a", effect: "host", beforeUs: 10, afterUs: null, budgetUs: 10, withinBudget: null }],
  violations: [],
  reembedding: null,
  addedUs: 0,
  changes: [],
};
const anew = { chains: ["a"], engine: "exact", keepsOthers: true, lost: [], proven: true, powerWatts: 65 };

it.each([
  [{}, "ok", "detour", "1 chain on another way"],
  [{ violations: ["link a – b is over its rate"] }, "bad", "crowded", "link a – b is over its rate"],
  [{ reembedding: anew }, "warn", "placed again", "1 chain placed again, the others stay"],
  [
    { reembedding: { ...anew, engine: null, lost: ["a"] } },
    "bad",
    "1 lost",
    "a has no place left while the others stay",
  ],
] as const)("tells how a failure ends: %o", (change, tone, badge, words) => {
  const found = { ...failure, ...structuredClone(change) } as SweepCase;
  expect(sweepOutcome(found)).toEqual({ tone, badge, words });
});

it("reads devices and changes from a placement", () => {
  const problem = problemSchema.parse({
    devices: [
      { id: "npu1", profile: "npu" },
      { id: "tor1", profile: "asic" },
    ],
  });
  const placement: Pick<Placement, "chains"> = {
    chains: [{ id: "a", hosts: ["npu1", "tor1"], route: [["npu1", "tor1"]], delayUs: 1, terms: [] }],
  };
  expect(devicesInWords(problem, placement as Placement)).toBe("1 npu, 1 asic");
  expect(placeAll(placement as Placement)).toEqual([{ kind: "place", chain: "a", hosts: ["npu1", "tor1"] }]);
});
