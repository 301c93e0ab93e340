import { expect, it } from "vitest";
import { reviewTopology } from "./reviewTopology.ts";
import type { Topology } from "./schema.ts";

const topology: Topology = {
  version: 1,
  name: "t",
  nodes: [
    { id: "s1", kind: "device" },
    { id: "s2", kind: "device", profile: "npv" },
    { id: "s3", kind: "switch" },
    { id: "s4", kind: "switch" },
    { id: "h1", kind: "host" },
  ],
  links: [
    { a: "s1", b: "s2", gbps: 1 },
    { a: "s3", b: "s4", gbps: 1 },
  ],
};

it("[T18] devices without a usable profile, unlinked nodes and unjoined parts are told", () => {
  expect(reviewTopology(topology, ["npu"]).map(({ code, nodeId }) => [code, nodeId])).toEqual([
    ["no-profile", "s1"],
    ["unknown-profile", "s2"],
    ["unlinked", "h1"],
    ["parts", null],
  ]);
  expect(reviewTopology(topology, ["npu"])[1]?.message).toContain('did you mean "npu"?');
});

it("[T18] nothing is told of a joined cloud, and profiles are not doubted before they are known", () => {
  const whole = {
    ...topology,
    nodes: topology.nodes.slice(1, 2),
    links: [],
  };
  expect(reviewTopology(whole, null)).toEqual([]);
});
