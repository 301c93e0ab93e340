import { describe, expect, it } from "vitest";
import { checklistOf, type Holdings } from "./checklist.ts";

const all: Holdings = { programs: 3, clouds: 1, chains: 2, placements: 1, deployments: 1 };

describe("the way to a live twin", () => {
  it("marks what is done", () => {
    const steps = checklistOf({ ...all, placements: 0, deployments: 0 });
    expect(steps?.map(({ id, done }) => [id, done])).toEqual([
      ["programs", true],
      ["clouds", true],
      ["chains", true],
      ["placements", false],
      ["deployments", false],
    ]);
  });

  it("is gone when all is done, and not shown before it is known", () => {
    expect(checklistOf(all)).toBeNull();
    expect(checklistOf({ ...all, chains: undefined })).toBeNull();
  });
});
