import { expect, it } from "vitest";
import type { Group, Groups } from "./exploreWords.ts";
import { heatScale, mapModel } from "./mapModel.ts";

const totals = {
  samples: 1,
  meanUs: null,
  p50Us: null,
  maxUs: null,
  queueMax: null,
  dropped: 0,
  congested: 0,
};
const group = (key: string | null, over: Partial<Group>): Group => ({
  ...{ ...totals, key, label: key, reports: 0, p99Us: null, previous: null, cells: [] },
  ...over,
});
const answer = (groups: Group[]): Groups => ({
  ...{ fromMs: 0, toMs: 2_000, binMs: 1_000, groupCount: groups.length, groupsCut: false, groups },
  all: { ...totals, reports: 0, p99Us: null },
  held: null,
});
const nodes = answer([
  group("x 1", { p99Us: 10, cells: [10, null] }),
  group("x 2", { p99Us: 100, cells: [20, 100] }),
  group("x 3", { p99Us: null, cells: [null, null] }),
  group(null, { p99Us: 500 }),
]);
const paths = answer([
  group("x 1>2>3", { reports: 300, cells: [100, 200] }),
  // back over the same link, through a node that reports do not name, and a path of another domain
  group("x 2>1", { reports: 100, cells: [100, 0] }),
  group("x 1>?>3", { reports: 50, cells: [50, 0] }),
  group("rack 4 1>2", { reports: 7, cells: [7, 0] }),
]);

it("nodes are coloured against the greatest value of all times; what is unknown has no colour", () => {
  const of = (bin: number | "all") =>
    mapModel(nodes, paths, "p99Us", bin).nodes.map(({ id, heat, detail }) => [id, heat, detail]);
  // the group of reports that name no node is no node, but its value is one that was seen
  expect(of("all")).toEqual([
    ["x 1", 0.02, "10.0 µs"],
    ["x 2", 0.2, "100 µs"],
    ["x 3", null, "unknown"],
  ]);
  expect(of(1)).toEqual([
    ["x 1", null, "unknown"],
    ["x 2", 0.2, "100 µs"],
    ["x 3", null, "unknown"],
  ]);
});

it("links are as wide as what passes them, in both directions together", () => {
  const of = (bin: number | "all") =>
    mapModel(nodes, paths, "p99Us", bin).links.map(({ id, traffic }) => [id, traffic?.share, traffic?.words]);
  expect(of("all")).toEqual([
    ["x 1 – x 2", 1, "about 400 reports"],
    ["x 2 – x 3", 0.75, "about 300 reports"],
  ]);
  expect(of(1)).toEqual([
    ["x 1 – x 2", 1, "about 200 reports"],
    ["x 2 – x 3", 1, "about 200 reports"],
  ]);
  expect(mapModel(answer([]), answer([]), "p99Us", "all")).toEqual({ nodes: [], links: [], most: 0 });
});

it("names have their domain only where two nodes have one name", () => {
  const named = (key: string, label: string) => group(key, { label });
  const labels = mapModel(
    answer([
      named("10.0.0.1 1", "node 1 (10.0.0.1)"),
      named("10.0.0.2 1", "node 1 (10.0.0.2)"),
      named("10.0.0.2 2", "node 2 (10.0.0.2)"),
      named("10.0.0.2 3", "s3"),
    ]),
    answer([]),
    "p99Us",
    "all",
  ).nodes.map(({ label }) => label);
  expect(labels).toEqual(["node 1 (10.0.0.1)", "node 1 (10.0.0.2)", "node 2", "s3"]);
});

it("the legend gives the colours in numbers, the strongest that of the greatest value", () => {
  expect(heatScale(mapModel(nodes, paths, "p99Us", 1).most, "p99Us").at(-1)).toEqual({
    heat: 1,
    words: "500 µs",
  });
  const words = (most: number, value: "p99Us" | "queueMax") =>
    heatScale(most, value).map((stop) => stop.words);
  expect(words(2_000, "p99Us")).toEqual(["0", "500 µs", "1.00 ms", "1.50 ms", "2.00 ms"]);
  expect(words(64, "queueMax")).toEqual(["0", "16", "32", "48", "64"]);
  // packets are whole
  expect(words(2, "queueMax")).toEqual(["0", "1", "2"]);
  expect(words(0, "queueMax")).toEqual([]);
});
