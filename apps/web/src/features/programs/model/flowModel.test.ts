import { type GraphEdge, type GraphNode, noFeatures } from "@p4twin/models/program";
import { describe, expect, it } from "vitest";
import type { PageGraph } from "@/workers/program/pageQuestions.ts";
import { blocksOf, flowModel } from "./flowModel.ts";

const node = (id: string, group: string, parse = 0): GraphNode => ({
  id,
  kind: "state",
  label: id,
  group,
  span: null,
  counts: { ...noFeatures(), parse },
});
const edge = (from: string, to: string, feasible = true): GraphEdge => ({
  id: `${from}-${to}`,
  from,
  to,
  label: "",
  feasible,
});
const graph: PageGraph = {
  key: "k",
  groups: [
    { id: "P", kind: "parser", label: "MyParser" },
    { id: "I", kind: "control", label: "MyIngress" },
    { id: "E", kind: "control", label: "never used" },
  ],
  nodes: [node("start", "P", 1), node("more", "P"), node("acl", "I"), node("end", "I")],
  edges: [edge("start", "more", false), edge("start", "acl"), edge("acl", "end")],
};
const large: PageGraph = {
  ...graph,
  nodes: Array.from({ length: 200 }, (_, i) => node(`n${i}`, i < 50 ? "P" : "I")),
};

describe("flowModel", () => {
  it("draws counts as a second line and strikes what no packet takes", () => {
    const model = flowModel(graph, null);
    expect(model.nodes[0]).toEqual({ id: "start", kind: "state", label: "start", detail: "parse 1" });
    expect(model.edges[0]).toEqual({ id: "start-more", from: "start", to: "more", infeasible: true });
  });

  it("draws one block with the first nodes behind it", () => {
    const model = flowModel(graph, "P");
    expect(model.nodes.map(({ id }) => id)).toEqual(["start", "more", "acl"]);
    expect(model.edges.map(({ id }) => id)).toEqual(["start-more", "start-acl"]);
  });

  it.each([
    ["few nodes", graph, null, null, null],
    ["the one that was chosen", graph, "I", null, "I"],
    ["an unknown one", graph, "gone", null, null],
    ["many nodes", large, null, null, "P"],
    ["many nodes, one of them selected", large, null, "n99", "I"],
    ["many nodes, all of them wanted", large, "all", null, null],
  ])("shows the right block: %s", (_title, given, wanted, selected, expected) => {
    const { choices, shown } = blocksOf(given, wanted, selected);
    expect(shown).toBe(expected);
    expect(choices.map(({ id }) => id)).toEqual(["P", "I"]);
  });
});
