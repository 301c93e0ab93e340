import { expect, test } from "vitest";
import { chosenSegment } from "./chosenSegment.ts";

const bound = (...ids: string[]) => ids.map((id) => ({ segment: { id } }));

test.each([
  ["none named: the first", ["a", "b"], null, "a", null],
  ["the one that is named", ["a", "b"], "b", "b", null],
  ["one that is not bound: the first, and what is missing", ["a", "b"], "gone", "a", "gone"],
  ["nothing bound: the page says that", [], "gone", undefined, null],
])("%s", (_, ids, asked, shown, missing) => {
  const found = chosenSegment(bound(...ids), asked);
  expect([found.chosen?.segment.id, found.missing]).toEqual([shown, missing]);
});
