import { fatTree, fatTreeDefaults, parseTopology } from "@p4twin/models/topology";
import { describe, expect, it } from "vitest";
import { EMPTY_TOPOLOGY, topologyText, withProfile } from "./topologyText.ts";

const tree = fatTree({
  ...fatTreeDefaults,
  racks: 2,
  serversPerRack: 2,
  serverProfile: "cpu",
  accelerators: ["npu", null],
  tors: ["asic"],
});

describe("topologyText", () => {
  it.each([
    ["a fat tree", tree],
    ["the start of a new cloud", EMPTY_TOPOLOGY],
    ["a cloud without links", { ...EMPTY_TOPOLOGY, nodes: EMPTY_TOPOLOGY.nodes.slice(0, 1), links: [] }],
  ])("reads back as the same topology: %s", (_name, topology) => {
    expect(parseTopology(topologyText(topology), "x.json")).toEqual({ topology, diagnostics: [] });
  });

  it("puts every node on a line of its own", () => {
    expect(
      topologyText(tree)
        .split("\n")
        .filter((line) => line.includes('"kind"')),
    ).toHaveLength(tree.nodes.length);
  });
});

it("changes the profile of one node only", () => {
  const changed = withProfile(tree, "rack1-server1", "fpga");
  expect(changed.nodes.filter((node, i) => node !== tree.nodes[i]).map((node) => node.id)).toEqual([
    "rack1-server1",
  ]);
});
