import type { Path } from "@p4twin/models/program";
import { describe, expect, it } from "vitest";
import { lineHeat, linesOfPath, pathAtLine } from "./sourceMarks.ts";

type Counted = Path["source"][number];
const counted = (line: number, construct: Counted["construct"], file?: string): Counted => ({
  line,
  construct,
  column: 1,
  endLine: line,
  ...(file ? { file } : {}),
});
const path = (id: string, source: Counted[]): Path => ({
  id,
  features: { parse: 0, modify: 0, copy: 0, remove: 0, add: 0, table: 0 },
  states: [],
  tables: [],
  externs: [],
  outcome: "forward",
  source,
});

const p1 = path("p1", [
  counted(9, "table"),
  counted(3, "parse"),
  counted(3, "parse"),
  counted(5, "add", "inc.p4"),
]);
const p2 = path("p2", [counted(3, "parse"), counted(12, "remove")]);

describe("marks of the source", () => {
  it("lists the lines of a path once, without those of included files", () => {
    expect(linesOfPath(p1)).toEqual([3, 9]);
  });

  it("heats a line by its dearest path, and counts savings by their size", () => {
    expect(lineHeat([p1, p2], { parse: 1, table: 4, remove: -2 })).toEqual(
      new Map([
        [9, 1],
        [3, 0.5],
        [12, 0.5],
      ]),
    );
  });

  it("heats nothing when nothing costs", () => expect(lineHeat([p1], {})).toEqual(new Map()));

  it.each([
    [3, "p2", "p2"],
    [3, null, "p1"],
    [12, "p1", "p2"],
    [99, "p1", null],
  ])("finds the path of line %d when %s is shown", (line, shown, expected) => {
    expect(pathAtLine([p1, p2], line, shown)).toBe(expected);
  });
});
