import type { Span } from "@p4twin/models/core";
import { expect, it } from "vitest";
import { coverageCounts, coverageHeat } from "./coverageHeat.ts";

const at = (line: number, file = "p.p4"): Span => ({
  file,
  start: line * 10,
  end: line * 10 + 5,
  line,
  column: 1,
  endLine: line,
  endColumn: 6,
});
const coverage = {
  statements: [
    { at: at(1), name: "", times: 9 },
    { at: at(2), name: "", times: 0 },
    { at: at(1, "other.p4"), name: "", times: 1 },
  ],
  actions: [
    { at: at(3), name: "t: a", times: 1 },
    { at: at(3), name: "t: b", times: 0 },
  ],
  states: [],
};

it("lines are as hot as they are passed often; what no packet passed is marked", () => {
  const [first, second, third, ...more] = coverageHeat(coverage, "p.p4");
  expect(more).toEqual([]);
  expect(first).toMatchObject({ line: 1, heat: 1, missed: false, title: "statement: passed 9 times" });
  expect(second).toMatchObject({ line: 2, heat: 0, missed: true });
  expect(third).toMatchObject({
    line: 3,
    missed: true,
    title: "action t: a: passed once\naction t: b: not passed",
  });
  expect(third?.heat).toBeGreaterThan(0);
  expect(coverageCounts(coverage).map(({ passed, all }) => [passed, all])).toEqual([
    [2, 3],
    [1, 2],
    [0, 0],
  ]);
});
