import type { GraphNode, Path } from "@p4twin/models/program";
import { noFeatures } from "@p4twin/models/program";
import { describe, expect, it } from "vitest";
import type { CountedLine } from "@/workers/program/pageQuestions.ts";
import { lineCostWords, lineHeat, linesOfPath, nodeAtLine, pathAtLine } from "./sourceMarks.ts";

type Counted = Path["source"][number];
const counted = (line: number, construct: Counted["construct"], file?: string): Counted => ({
  line,
  construct,
  column: 1,
  endLine: line,
  ...(file ? { file } : {}),
});

const p1 = {
  id: "p1",
  source: [counted(9, "table"), counted(3, "parse"), counted(3, "parse"), counted(5, "add", "inc.p4")],
};
const LINES: CountedLine[] = [
  { line: 3, counts: { parse: 2 }, firstPath: "p1" },
  { line: 9, counts: { table: 1 }, firstPath: "p1" },
  { line: 12, counts: { remove: 1 }, firstPath: "p2" },
];
const COSTS = { parse: 1, table: 4, remove: -2 };
const same = (line: number): number => line;

describe("marks of the source", () => {
  it("lists the lines of a path once, without those of included files", () => {
    expect(linesOfPath(p1)).toEqual([3, 9]);
  });

  it("heats a line by what it costs at most, and counts savings by their size", () => {
    expect(lineHeat(LINES, COSTS, "npu", same).map(({ line, heat }) => [line, heat])).toEqual([
      [3, 0.5],
      [9, 1],
      [12, 0.5],
    ]);
  });

  it("moves heat with the text and leaves out lines that are gone", () => {
    const map = (line: number) => (line === 9 ? null : line + 1);
    expect(lineHeat(LINES, COSTS, "npu", map).map(({ line }) => line)).toEqual([4, 13]);
  });

  it("heats nothing when nothing costs", () => expect(lineHeat(LINES, {}, null, same)).toEqual([]));

  it("says what a line costs", () => {
    expect(LINES.slice(0, 1).flatMap((line) => lineCostWords(line, COSTS, "npu"))).toEqual([
      "parse: 2 × 1.00 µs = 2.00 µs on npu",
    ]);
    expect(LINES.slice(1, 2).flatMap((line) => lineCostWords(line, {}, null))).toEqual(["counts table 1"]);
  });

  it.each([
    [3, p1, "p1"],
    [3, null, "p1"],
    [12, p1, "p2"],
    [99, p1, null],
  ])("finds the path of line %d", (line, shown, expected) => {
    expect(pathAtLine(LINES, line, shown)).toBe(expected);
  });

  it("finds the smallest node around a line, in the right file", () => {
    const node = (id: string, line: number, endLine: number, file = "a.p4"): GraphNode => ({
      id,
      kind: "state",
      label: id,
      group: "P",
      counts: noFeatures(),
      span: { file, start: 0, end: 1, line, column: 1, endLine, endColumn: 1 },
    });
    const nodes = [node("state", 2, 8), node("inner", 4, 4), node("other", 4, 4, "b.p4")];
    expect([2, 4, 9].map((line) => nodeAtLine(nodes, "a.p4", line)?.id ?? null)).toEqual([
      "state",
      "inner",
      null,
    ]);
  });
});
