import type { FeaturesReport, Path } from "@p4twin/models/program";
import { describe, expect, it } from "vitest";
import type { DeviceAnswer } from "@/workers/programAnalysis.ts";
import { filterPaths, pathRows, sortPaths } from "./pathRows.ts";

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

const report: FeaturesReport = {
  program: "x.p4",
  architecture: "v1model",
  hash: `sha256:${"0".repeat(64)}`,
  paths: [path("p1"), path("p2", { outcome: "drop", tables: [] }), path("p10")],
  pathCount: 3,
  truncated: false,
  min: null,
  max: null,
  diagnostics: [],
};

const answer: DeviceAnswer = {
  reasons: [],
  report: {
    program: "x.p4",
    device: "npu",
    deviceVersion: 1,
    packetBytes: 1500,
    engine: "linear",
    estimates: [
      { pathId: "p1", meanUs: 9, lowUs: 8, highUs: 10, terms: [], notes: [] },
      { pathId: "p2", meanUs: null, lowUs: null, highUs: null, terms: [], notes: ["no answer"] },
      { pathId: "p10", meanUs: 7, lowUs: 6, highUs: 8, terms: [], notes: [] },
    ],
    minUs: null,
    maxUs: null,
    notes: [],
  },
};

const rows = pathRows(report, { npu: answer });
const ids = (list: typeof rows) => list.map((row) => row.path.id);

describe("pathRows", () => {
  it("joins each path with its latency on each device", () => {
    expect(rows[0]).toMatchObject({
      tables: "ipv4_lpm: forward",
      vector: "2 2 0 0 0 1",
      latency: { npu: { meanUs: 9, lowUs: 8, highUs: 10 } },
    });
  });

  it.each([
    [{ text: "ipv4_lpm", outcome: null }, ["p1", "p10"]],
    [{ text: "PARSE_ipv4 drop", outcome: null }, ["p2"]],
    [{ text: "", outcome: "drop" }, ["p2"]],
    [{ text: "nothing", outcome: null }, []],
  ])("filters by %j", (filter, expected) => expect(ids(filterPaths(rows, filter))).toEqual(expected));

  it.each([
    [{ columnId: "npu", descending: false }, ["p10", "p1", "p2"]],
    [{ columnId: "id", descending: true }, ["p10", "p2", "p1"]],
    [null, ["p1", "p2", "p10"]],
  ])("sorts by %j, unknown last", (sort, expected) => expect(ids(sortPaths(rows, sort))).toEqual(expected));
});
