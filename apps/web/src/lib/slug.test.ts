import { describe, expect, it } from "vitest";
import { freeId, slugOf } from "./slug.ts";

describe("slugOf", () => {
  it.each([
    ["Web edge", "web-edge"],
    ["  Größe (v2) ", "gro-e-v2"],
    ["???", "chain"],
  ])("%j becomes %j", (words, slug) => expect(slugOf(words, "chain")).toBe(slug));
});

describe("freeId", () => {
  it("counts up to the first free id", () => {
    expect(freeId("s", [])).toBe("s");
    expect(freeId("s", ["s", "s-2"])).toBe("s-3");
  });
});
