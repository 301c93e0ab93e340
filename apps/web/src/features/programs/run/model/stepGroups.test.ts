import type { TraceBranch } from "@p4twin/models/run";
import { expect, it } from "vitest";
import type { RunStep } from "@/workers/run/runQuestions.ts";
import { branchDepths, stepGroups } from "./stepGroups.ts";

const branch = (parent: number | null, cause: string): TraceBranch => ({
  parent,
  cause,
  isNewPass: false,
  from: 0,
});
const step = (of: number) => ({ branch: of }) as RunStep;

it("copies of a group stand side by side below their packet, each with its own steps", () => {
  const branches = [
    branch(null, "the packet as it came"),
    branch(0, "copy of group 5 for port 1, rid 0"),
    branch(0, "copy of group 5 for port 2, rid 0"),
    branch(2, "recirculated"),
  ];
  expect(branchDepths(branches)).toEqual([0, 1, 1, 2]);
  const groups = stepGroups([0, 0, 1, 2, 2, 3].map(step));
  expect(groups.map((group) => [group.branch, group.steps.map(({ index }) => index)])).toEqual([
    [0, [0, 1]],
    [1, [2]],
    [2, [3, 4]],
    [3, [5]],
  ]);
});
