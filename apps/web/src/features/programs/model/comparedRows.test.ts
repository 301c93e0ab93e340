import { expect, it } from "vitest";
import type { ComparedPath } from "@/workers/program/pageQuestions.ts";
import { comparedRows, deltaWords } from "./comparedRows.ts";

const mean = (meanUs: number) => ({
  ...{ meanUs, meanLowUs: null, meanHighUs: null, lowUs: null, highUs: null },
});
const path = (change: ComparedPath["change"], beforeUs: number, afterUs: number): ComparedPath => ({
  change,
  before: "p1",
  after: "p1",
  delta: null,
  differs: [],
  outcome: "forward",
  tables: [],
  latency: { npu: { before: mean(beforeUs), after: mean(afterUs) } },
});
const paths = [path("same", 1, 1), path("same", 1, 2), path("changed", 1, 1)];

it("lists what differs, in the program or on a device", () => {
  expect(comparedRows(paths, "different")).toEqual(paths.slice(1));
  expect(comparedRows(paths, "all")).toEqual(paths);
});

it.each([
  [null, ""],
  [{ parse: 0, table: 0 }, ""],
  [{ parse: 0, modify: -2, table: 1 }, "modify −2, table +1"],
])("puts the change of a vector into words: %j", (delta, words) => expect(deltaWords(delta)).toBe(words));
