import type { Path } from "@p4twin/models/program";
import { describe, expect, it } from "vitest";
import type { PageDevice } from "@/workers/program/pageQuestions.ts";
import { toPathList } from "@/workers/program/pathList.ts";
import {
  filterChoices,
  filterPaths,
  isPathId,
  latencyAt,
  outcomeAt,
  type PathFilter,
  pathTable,
  sortPaths,
  tablesAt,
  vectorAt,
} from "./pathRows.ts";

const path = (id: string, change: Partial<Path> = {}): Path => ({
  id,
  features: { parse: 2, modify: 2, copy: 0, remove: 0, add: 0, table: 1 },
  states: ["start", "parse_ipv4"],
  tables: [{ name: "ipv4_lpm", action: "forward" }],
  externs: [],
  outcome: "forward",
  source: [],
  ...change,
});

const npu: PageDevice = {
  reasons: [],
  notes: [],
  latency: {
    meanUs: Float64Array.of(9, Number.NaN, 7),
    meanLowUs: Float64Array.of(8.5, Number.NaN, 6.5),
    meanHighUs: Float64Array.of(9.5, Number.NaN, 7.5),
    lowUs: Float64Array.of(8, Number.NaN, 6),
    highUs: Float64Array.of(10, Number.NaN, 8),
    minUs: null,
    maxUs: null,
    areBounds: false,
    fastest: [],
    slowest: [],
  },
};
const fpga: PageDevice = { reasons: [], notes: [], latency: null };

const acl = { name: "acl", action: "drop" };
const paths = toPathList([
  path("p1"),
  path("p2", { outcome: "drop", tables: [], externs: ["hash"] }),
  path("p3", { tables: [{ name: "ipv4_lpm", action: "drop" }, acl], states: ["start"] }),
]);
const table = pathTable({ paths, devices: { npu, fpga } });
const ids = (list: typeof table.rows) => list.map((row) => row.id);
const ALL: PathFilter = {
  text: "",
  outcome: null,
  table: null,
  action: null,
  device: "npu",
  fromUs: null,
  toUs: null,
};

describe("the table of paths", () => {
  it("shows each path with its latency on each chosen device; no answer is null", () => {
    const cells = table.rows.map((row) => [
      row.id,
      outcomeAt(table, row),
      tablesAt(table, row),
      vectorAt(table, row),
      latencyAt(table, "npu", row).meanUs,
      latencyAt(table, "fpga", row).meanUs,
    ]);
    expect(cells).toEqual([
      ["p1", "forward", "ipv4_lpm: forward", "2 2 0 0 0 1", 9, null],
      ["p2", "drop", "", "2 2 0 0 0 1", null, null],
      ["p3", "forward", "ipv4_lpm: drop, acl: drop", "2 2 0 0 0 1", 7, null],
    ]);
    expect(table.rows.map((row) => tablesAt(table, row, 1)).at(-1)).toBe("ipv4_lpm: drop, 1 more");
  });

  it.each<[Partial<PathFilter>, string[]]>([
    [{}, ["p1", "p2", "p3"]],
    [{ text: "ipv4_lpm" }, ["p1", "p3"]],
    [{ text: "PARSE_ipv4 drop" }, ["p2"]],
    [{ text: "hash" }, ["p2"]],
    [{ text: "p3" }, ["p3"]],
    [{ outcome: "drop" }, ["p2"]],
    [{ table: "acl" }, ["p3"]],
    [{ action: "drop" }, ["p3"]],
    [{ table: "ipv4_lpm", action: "forward" }, ["p1"]],
    [{ table: "acl", action: "forward" }, []],
    [{ fromUs: 8 }, ["p1"]],
    [{ toUs: 7 }, ["p3"]],
    [{ fromUs: 7, toUs: 9 }, ["p1", "p3"]],
    [{ text: "nothing" }, []],
  ])("filters by %j", (filter, expected) =>
    expect(ids(filterPaths(table, { ...ALL, ...filter }))).toEqual(expected),
  );

  it.each([
    [{ columnId: "npu", descending: false }, ["p3", "p1", "p2"]],
    [{ columnId: "id", descending: true }, ["p3", "p2", "p1"]],
    [{ columnId: "outcome", descending: false }, ["p2", "p1", "p3"]],
    [null, ["p1", "p2", "p3"]],
  ])("sorts by %j, unknown last", (sort, expected) =>
    expect(ids(sortPaths(table, table.rows, sort))).toEqual(expected),
  );

  it("offers the tables of the paths, and the actions of the chosen one", () => {
    expect(filterChoices(paths, null)).toEqual({
      outcomes: ["drop", "forward"],
      tables: ["acl", "ipv4_lpm"],
      actions: ["drop", "forward"],
    });
    expect(filterChoices(paths, "acl").actions).toEqual(["drop"]);
  });

  it.each([
    ["p3", 3, true],
    ["p4", 3, false],
    ["p99999999999999999999", null, true],
    ["q1", null, false],
    ["p0", 3, false],
  ])("knows whether %s is one of %s paths", (id, count, expected) =>
    expect(isPathId(id, count)).toBe(expected),
  );
});
