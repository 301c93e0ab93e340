import { expect, it } from "vitest";
import { filesIn, found } from "./files.mjs";

it("no text is written by toPrecision, which makes 1.23e+3 of 1234: significantText and formatSignificant", () => {
  const sources = ["packages/models/src", "apps/api/src", "apps/web/src"]
    .flatMap((folder) => filesIn(folder, /\.tsx?$/))
    .filter((file) => !file.includes(".test."));
  // a number is rounded by it first, in brackets of Number
  expect(found(sources, /^(?!.*Number\().*\.toPrecision\(.*$/g)).toEqual([]);
});
