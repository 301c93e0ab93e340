import { pluginFailure } from "@p4twin/models/engine";
import { expect, test } from "vitest";
import { failureMarks } from "./failureMarks.ts";

const source = "def estimate(p, d, o):\n    return p['nothing']\n";
const at = (line: number | null, column: number | null, endColumn: number | null) => ({
  ...pluginFailure("exception", "KeyError"),
  line,
  column,
  endColumn,
});
const marked = (failure: Parameters<typeof failureMarks>[0]): (string | undefined)[] =>
  failureMarks(failure, source).map(({ span }) => (span ? source.slice(span.start, span.end) : undefined));

test("a failure marks the expression that failed", () => {
  expect(marked(at(2, 12, 24))).toEqual(["p['nothing']"]);
});

test("without columns it marks the line, without a line or beyond the text nothing", () => {
  expect(marked(at(2, null, null))).toEqual(["return p['nothing']"]);
  expect(marked(at(null, null, null))).toEqual([]);
  expect(marked(at(99, 1, 2))).toEqual([]);
});
