import { expect, it } from "vitest";
import { countRanges } from "./summary.ts";

const counts = { parse: 2, modify: 1, copy: 0, remove: 0, add: 1, table: 3 };
const summary = {
  architecture: "v1model",
  hash: "",
  pathCount: 9_000,
  truncated: true,
  min: { ...counts, table: 1 },
  max: counts,
};

it("says at least and at most where a bound need not be the count of a path", () => {
  expect(countRanges(summary).join(", ")).toBe("parse 2, modify 1, copy 0, remove 0, add 1, table 1 to 3");
  const coarse = countRanges({ ...summary, coarse: { min: ["table"], max: ["modify", "table"] } });
  expect(coarse).toContain("modify 1 to at most 1");
  expect(coarse).toContain("table at least 1 to at most 3");
});
