import { describe, expect, it } from "vitest";
import { branchText, readBranches } from "./branchText.ts";
import { type ChainFormValues, chainFormSchema, EMPTY_CHAIN, moveEntry, newSegment } from "./chainForm.ts";

const chain: ChainFormValues = { ...EMPTY_CHAIN, name: "web", functions: ["fw", "nat"] };

describe("chainFormSchema", () => {
  it.each([
    ["PL above DL", { plUs: 9, dlUs: 8 }, "segments.0.plUs"],
    ["an end outside the chain", { toFunction: 2 }, "segments.0.toFunction"],
    ["a segment that runs backwards", { fromFunction: 1, toFunction: 0 }, "segments.0.toFunction"],
  ])("names the field of %s", (_title, change, path) => {
    const result = chainFormSchema.safeParse({ ...chain, segments: [{ ...newSegment(chain), ...change }] });
    expect(result.error?.issues.map((issue) => issue.path.join("."))).toContain(path);
  });

  it("accepts PL equal to DL", () => {
    const segments = [{ ...newSegment(chain), plUs: 5, dlUs: 5 }];
    expect(chainFormSchema.safeParse({ ...chain, segments }).success).toBe(true);
  });
});

describe("branches", () => {
  it("are written one a line, and read back", () => {
    const branches = [
      { from: 0, to: 1, share: 0.3 },
      { from: 0, to: 2, share: 0.7 },
      { from: 1, to: null, share: 1 },
    ];
    expect(branchText(branches)).toBe("0 > 1: 30 %\n0 > 2: 70 %\n1 > end");
    expect(readBranches(branchText(branches))).toEqual({ branches });
    expect(readBranches(" \n")).toEqual({ branches: undefined });
    for (const line of ["0 to 1", "0 > 1: 1.2.3 %"])
      expect(readBranches(line)).toEqual({ error: expect.stringContaining(`"${line}" is not a branch`) });
  });

  it("name what is wrong with them, and a segment that no packet passes", () => {
    const issues = (change: Partial<ChainFormValues>): string[] =>
      chainFormSchema
        .safeParse({ ...chain, functions: ["fw", "lb", "nat"], ...change })
        .error?.issues.map(({ message }) => message) ?? [];
    const apart = [
      { from: 0, to: 1, share: 0.5 },
      { from: 0, to: 2, share: 0.5 },
      { from: 1, to: null },
    ];
    expect(issues({ branches: apart })).toEqual([]);
    expect(issues({ branches: apart.slice(1) })).toEqual([
      "The shares behind function 0 add up to 0.5, not 1.",
    ]);
    const segments = [{ ...newSegment(chain), fromFunction: 1, toFunction: 2 }];
    expect(issues({ branches: apart, segments })[0]).toMatch(/No packet passes both ends/);
  });
});

describe("newSegment", () => {
  it("covers the chain and takes a free id", () => {
    const first = newSegment(chain);
    expect(first).toMatchObject({
      id: "seg1",
      kind: "uc2",
      fromFunction: 0,
      toFunction: 1,
      plUs: 100,
      dlUs: 200,
    });
    expect(newSegment({ ...chain, segments: [first] }).id).toBe("seg2");
  });

  it("is around one switch when the chain has one function", () => {
    expect(newSegment({ ...chain, functions: ["fw"] }).kind).toBe("uc1");
  });
});

describe("moveEntry", () => {
  it.each([
    [0, 1, ["b", "a", "c"]],
    [2, 0, ["c", "a", "b"]],
    [0, 3, ["a", "b", "c"]],
    [5, 0, ["a", "b", "c"]],
  ])("moves %d to %d", (from, to, expected) => {
    expect(moveEntry(["a", "b", "c"], from, to)).toEqual(expected);
  });
});
