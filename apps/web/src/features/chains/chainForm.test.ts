import { describe, expect, it } from "vitest";
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
