import { expect, it } from "vitest";
import { lineMap } from "./lineMap.ts";

it.each([
  ["the same text", "a\nb\nc", "a\nb\nc", [1, 2, 3]],
  ["a line put in", "a\nb\nc", "a\nx\nb\nc", [1, 3, 4]],
  ["a line taken out", "a\nb\nc", "a\nc", [1, null, 2]],
  ["a line changed", "a\nb\nc", "a\nx\nc", [1, null, 3]],
  ["lines that repeat", "a\na\na", "a\na", [1, 2, null]],
  ["nothing in common", "a\nb", "x", [null, null]],
])("maps lines of an older text: %s", (_title, from, to, expected) => {
  const map = lineMap(from, to);
  expect(expected.map((_line, index) => map(index + 1))).toEqual(expected);
});
