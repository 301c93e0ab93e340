import { describe, expect, it } from "vitest";
import type { PageDevice, PathSummary } from "@/workers/program/pageQuestions.ts";
import { filterChoices, filterPaths, type PathFilter, pathRows, sortPaths } from "./pathRows.ts";

const path = (id: string, change: Partial<PathSummary> = {}): PathSummary => ({
  id,
  features: { parse: 2, modify: 2, copy: 0, remove: 0, add: 0, table: 1 },
  states: ["start", "parse_ipv4"],
  tables: [{ name: "ipv4_lpm", action: "forward" }],
  externs: [],
  outcome: "forward",
  ...change,
});

const npu: PageDevice = {
  reasons: [],
  notes: [],
  latency: {
    meanUs: Float64Array.of(9, Number.NaN, 7),
    lowUs: Float64Array.of(8, Number.NaN, 6),
    highUs: Float64Array.of(10, Number.NaN, 8),
    minUs: null,
    maxUs: null,
    fastest: [],
    slowest: [],
  },
};
const fpga: PageDevice = { reasons: [], notes: [], latency: null };

const acl = { name: "acl", action: "drop" };
const paths = [
  path("p1"),
  path("p2", { outcome: "drop", tables: [] }),
  path("p10", { tables: [{ name: "ipv4_lpm", action: "drop" }, acl] }),
];
const rows = pathRows({ paths, devices: { npu, fpga } });
const ids = (list: typeof rows) => list.map((row) => row.path.id);
const ALL: PathFilter = {
  text: "",
  outcome: null,
  table: null,
  action: null,
  device: "npu",
  fromUs: null,
  toUs: null,
};

describe("pathRows", () => {
  it("joins each path with its latency on each chosen device; no answer is null", () => {
    expect(rows[0]).toMatchObject({ tables: "ipv4_lpm: forward", vector: "2 2 0 0 0 1" });
    expect(rows.map(({ latency }) => latency)).toEqual([
      { npu: { meanUs: 9, lowUs: 8, highUs: 10 } },
      { npu: { meanUs: null, lowUs: null, highUs: null } },
      { npu: { meanUs: 7, lowUs: 6, highUs: 8 } },
    ]);
  });

  it.each<[Partial<PathFilter>, string[]]>([
    [{}, ["p1", "p2", "p10"]],
    [{ text: "ipv4_lpm" }, ["p1", "p10"]],
    [{ text: "PARSE_ipv4 drop" }, ["p2", "p10"]],
    [{ outcome: "drop" }, ["p2"]],
    [{ table: "acl" }, ["p10"]],
    [{ action: "drop" }, ["p10"]],
    [{ table: "ipv4_lpm", action: "forward" }, ["p1"]],
    [{ table: "acl", action: "forward" }, []],
    [{ fromUs: 8 }, ["p1"]],
    [{ toUs: 7 }, ["p10"]],
    [{ fromUs: 7, toUs: 9 }, ["p1", "p10"]],
    [{ text: "nothing" }, []],
  ])("filters by %j", (filter, expected) =>
    expect(ids(filterPaths(rows, { ...ALL, ...filter }))).toEqual(expected),
  );

  it.each([
    [{ columnId: "npu", descending: false }, ["p10", "p1", "p2"]],
    [{ columnId: "id", descending: true }, ["p10", "p2", "p1"]],
    [null, ["p1", "p2", "p10"]],
  ])("sorts by %j, unknown last", (sort, expected) => expect(ids(sortPaths(rows, sort))).toEqual(expected));

  it("offers the tables of the paths, and the actions of the chosen one", () => {
    expect(filterChoices(paths, null)).toEqual({
      outcomes: ["drop", "forward"],
      tables: ["acl", "ipv4_lpm"],
      actions: ["drop", "forward"],
    });
    expect(filterChoices(paths, "acl").actions).toEqual(["drop"]);
  });
});
