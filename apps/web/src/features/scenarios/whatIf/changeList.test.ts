import { type Change, problemSchema } from "@p4twin/models/placement";
import { describe, expect, it } from "vitest";
import { changesProblem, changeWords, withChange } from "./changeList.ts";

const budget = (maxDelayUs: number): Change => ({ kind: "budget", chain: "a", maxDelayUs });
const move: Change = { kind: "move", chain: "a", position: 0, to: "npu2" };
const fail: Change = { kind: "fail", node: "npu1" };

describe("list of changes", () => {
  it.each([
    ["a value that is set again counts alone", [budget(1), move], budget(12), [move, budget(12)]],
    ["moves add up", [move], { ...move, to: "npu1" }, [move, { ...move, to: "npu1" }]],
    ["what came back never failed", [move, fail], { kind: "restore", node: "npu1" }, [move]],
    [
      "what was down before comes back",
      [],
      { kind: "restore", node: "npu1" },
      [{ kind: "restore", node: "npu1" }],
    ],
    [
      "a link has two ends in any order",
      [{ kind: "fail-link", a: "x", b: "y" }],
      { kind: "restore-link", a: "y", b: "x" },
      [],
    ],
  ] as [string, Change[], Change, Change[]][])("%s", (_name, changes, change, list) => {
    expect(withChange(changes, change)).toEqual(list);
  });

  it("tells changes of the question from those of the placement", () => {
    expect([budget(1), fail, move].map(changesProblem)).toEqual([true, true, false]);
  });

  it("has words for a change", () => {
    const problem = problemSchema.parse({ chains: [{ id: "a", functions: ["fw"], gbps: 1 }] });
    expect([move, fail, budget(12)].map((change) => changeWords(change, problem))).toEqual([
      "fw of chain a to npu2",
      "npu1 fails",
      "budget of chain a 12.0 µs",
    ]);
  });
});
