import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layoutGraph } from "./layoutGraph.ts";
import { layoutTopology, routeLines } from "./layoutTopology.ts";
import { neighbourInDirection } from "./neighbour.ts";
import { flowTwin, measureFlowGraph, shorten } from "./prepareFlowGraph.ts";
import type { TopologyLink, TopologyNode } from "./topologyTypes.ts";

const box = (id: string) => ({ id, width: 60, height: 30 });

describe("layoutGraph", () => {
  test("puts what follows below, or to the right", () => {
    const edges = [{ id: "e", from: "a", to: "b" }];
    const down = layoutGraph([box("a"), box("b")], edges);
    expect(down.nodes.b?.y).toBeGreaterThan(down.nodes.a?.y ?? Number.POSITIVE_INFINITY);
    const right = layoutGraph([box("a"), box("b")], edges, { direction: "LR" });
    expect(right.nodes.b?.x).toBeGreaterThan(right.nodes.a?.x ?? Number.POSITIVE_INFINITY);
  });

  test("keeps loops, cycles and parallel edges apart, and drops edges to nowhere", () => {
    const layout = layoutGraph(
      [box("a"), box("b")],
      [
        { id: "loop", from: "a", to: "a", labelWidth: 20 },
        { id: "there", from: "a", to: "b" },
        { id: "again", from: "a", to: "b", labelWidth: 30 },
        { id: "back", from: "b", to: "a" },
        { id: "nowhere", from: "a", to: "z" },
      ],
    );
    expect(Object.keys(layout.edges).sort()).toEqual(["again", "back", "loop", "there"]);
    expect(layout.edges.again?.label).not.toBeNull();
    expect(layout.edges.there?.label).toBeNull();
    expect(layout.edges.loop?.points).toHaveLength(4);
  });

  test("an empty graph has no size", () => {
    expect(layoutGraph([], [])).toEqual({ nodes: {}, edges: {}, width: 0, height: 0 });
  });

  test("nodes never overlap and lie inside, whatever the graph", () => {
    const graph = fc.integer({ min: 1, max: 14 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        edges: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 25 }),
      }),
    );
    fc.assert(
      fc.property(graph, ({ count, edges }) => {
        const nodes = Array.from({ length: count }, (_, index) => box(`n${index}`));
        const layout = layoutGraph(
          nodes,
          edges.map(([from, to], index) => ({ id: `e${index}`, from: `n${from}`, to: `n${to}` })),
        );
        const placed = Object.values(layout.nodes);
        for (const [index, a] of placed.entries()) {
          expect(a.x - 30).toBeGreaterThanOrEqual(-0.01);
          expect(a.x + 30).toBeLessThanOrEqual(layout.width + 0.01);
          for (const b of placed.slice(index + 1)) {
            expect(Math.abs(a.x - b.x) >= 59.99 || Math.abs(a.y - b.y) >= 29.99).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

test.each([
  ["ArrowDown", "a", "b"],
  ["ArrowUp", "b", "a"],
  ["ArrowRight", "b", "c"],
  ["ArrowLeft", "a", null],
  ["Enter", "a", null],
])("%s from %s leads to %s", (key, from, to) => {
  const places = { a: { x: 0, y: 0 }, b: { x: 10, y: 50 }, c: { x: 100, y: 50 } };
  expect(neighbourInDirection(places, from, key)).toBe(to);
});

const node = (id: string, kind: TopologyNode["kind"]): TopologyNode => ({ id, kind, label: id });
const link = (a: string, b: string): TopologyLink => ({ id: `${a}-${b}`, a, b });

describe("layoutTopology", () => {
  test("a tree has its hosts below and its core above, in the order given", () => {
    const nodes = [
      node("core", "switch"),
      node("s1", "switch"),
      node("s2", "switch"),
      node("h1", "host"),
      node("h2", "host"),
    ];
    const { nodes: at } = layoutTopology(nodes, [
      link("s1", "core"),
      link("core", "s2"),
      link("h1", "s1"),
      link("s2", "h2"),
    ]);
    expect(at.core?.y).toBeLessThan(at.s1?.y ?? 0);
    expect(at.s1?.y).toBeLessThan(at.h1?.y ?? 0);
    expect(at.s1?.x).toBeLessThan(at.s2?.x ?? 0);
  });

  test("given places win when all are given", () => {
    const nodes = [
      { ...node("a", "switch"), x: 100, y: 100 },
      { ...node("b", "switch"), x: 300, y: 100 },
    ];
    const { nodes: at, width } = layoutTopology(nodes, []);
    expect((at.b?.x ?? 0) - (at.a?.x ?? 0)).toBe(200);
    expect(width).toBe(280);
  });

  test("neighbours with long names stand so far apart that the names can be read", () => {
    const nodes = [1001, 1002, 1003].map((id) => ({
      ...{ id: String(id), kind: "switch" as const, label: `node ${id} (192.168.100.1)` },
    }));
    const links = [
      { id: "a", a: "1001", b: "1002" },
      { id: "b", a: "1002", b: "1003" },
    ];
    const { nodes: at } = layoutTopology(nodes, links);
    const places = nodes.map(({ id }) => at[id]?.x ?? 0).sort((a, b) => a - b);
    // letters of 12 px are at least half as wide
    const name = 6 * nodes[0].label.length;
    expect(places[1] - places[0]).toBeGreaterThan(name);
    expect(places[2] - places[1]).toBeGreaterThan(name);
  });
});

describe("routeLines", () => {
  const places = { a: { x: 0, y: 0 }, b: { x: 100, y: 0 }, c: { x: 200, y: 0 } };

  test("routes that share a link run side by side, also in opposite directions", () => {
    const lines = routeLines(
      [
        { id: "r1", label: "", nodeIds: ["a", "b"] },
        { id: "r2", label: "", nodeIds: ["b", "a"] },
      ],
      places,
    );
    expect(lines[0]?.points).toEqual([
      [0, -2.5],
      [100, -2.5],
    ]);
    expect(lines[1]?.points).toEqual([
      [100, 2.5],
      [0, 2.5],
    ]);
  });

  test("ways of one chain run side by side, too", () => {
    const way = { id: "web", label: "web", nodeIds: ["a", "b"] };
    const [one, two] = routeLines([way, way], places);
    expect(one?.key).not.toBe(two?.key);
    expect(one?.points).not.toEqual(two?.points);
  });

  test("staying on a node and unknown nodes draw nothing", () => {
    expect(routeLines([{ id: "r", label: "", nodeIds: ["a", "a", "z", "b"] }], places)[0]?.points).toEqual(
      [],
    );
  });
});

describe("program graph", () => {
  test("long names are cut, widths follow", () => {
    expect(shorten("x".repeat(40))).toHaveLength(26);
    const { nodes } = measureFlowGraph(
      [
        { id: "a", kind: "state", label: "s" },
        { id: "b", kind: "state", label: "x".repeat(40), detail: "d" },
      ],
      [],
    );
    expect(nodes[0]).toEqual({ id: "a", width: 56, height: 28 });
    expect(nodes[1]?.height).toBe(42);
  });

  test("the twin says which edges are feasible and on the path", () => {
    const twin = flowTwin(
      [
        { id: "a", kind: "state", label: "start" },
        { id: "b", kind: "table", label: "lpm" },
      ],
      [
        { id: "e1", from: "a", to: "b", label: "0x800" },
        { id: "e2", from: "b", to: "a", infeasible: true },
      ],
      new Set(["e1"]),
    );
    expect(twin.rows).toEqual([
      ["start", "0x800", "lpm", "yes", "yes"],
      ["lpm", "always", "start", "no", ""],
    ]);
  });
});
