import type { Chain } from "@p4twin/models/chain";
import type { PlacedChain } from "@p4twin/models/placement";
import type { Topology } from "@p4twin/models/topology";
import { expect, test } from "vitest";
import { draftsOfChain } from "./prefill.ts";

const chain: Chain = {
  id: "web",
  name: "Web",
  functions: ["firewall", "nat", "router"],
  gbps: 1,
  maxDelayUs: null,
  segments: [
    { id: "one", kind: "uc1", fromFunction: 0, toFunction: 0, plUs: 10, dlUs: 20 },
    { id: "all", name: "Whole way", kind: "uc2", fromFunction: 0, toFunction: 2, plUs: 30, dlUs: 40 },
  ],
};
const topology: Topology = {
  version: 1,
  name: "t",
  nodes: [
    { id: "a", kind: "device", profile: "t4p4s", telemetry: { nodeId: 7, timeUnit: "us" } },
    { id: "x", kind: "switch", delayUs: 1 },
    { id: "b", kind: "device", profile: "agilio-cx" },
  ],
  links: [],
};
const placed: PlacedChain = {
  id: "web",
  hosts: ["a", "a", "b"],
  route: [["a", "x", "b"]],
  delayUs: 1,
  terms: [],
};

test("without a placement the limits are filled in and the rest is asked for", () => {
  const drafts = draftsOfChain(chain, null);
  expect(drafts.map((d) => [d.id, d.name, d.plUs, d.dlUs, d.from.nodeId])).toEqual([
    ["one", "firewall", 10, 20, null],
    ["all", "Whole way", 30, 40, null],
  ]);
  expect(drafts.map((d) => d.elements.map((e) => e.kind))).toEqual([
    ["switch", "vnf", "switch"],
    ["switch", "link", "switch"],
  ]);
});

test("a placement names the switches; plain switches belong to the link between them", () => {
  const [one, all] = draftsOfChain(chain, { chain: placed, topology });
  expect(one?.from.nodeId).toBe(7);
  expect(one?.to.nodeId).toBe(7);
  expect(one?.elements[0]).toMatchObject({ label: "a", nodeId: 7, timeUnit: "us", device: "t4p4s" });
  expect(all?.elements.map((e) => e.label)).toEqual(["a", "a-b", "b"]);
  expect([all?.from.nodeId, all?.to.nodeId]).toEqual([7, null]);
});

test("a whole chain between hosts is measured from its first switch to its last, its own segments as before", () => {
  const nodes = [...topology.nodes, { id: "c", kind: "device" as const, profile: "cpu" }];
  const between = { ...placed, entry: ["h1", "c", "x", "a"], exit: ["b", "x", "h2"] };
  const where = { chain: between, topology: { ...topology, nodes } };
  const [whole] = draftsOfChain({ ...chain, segments: [], maxDelayUs: 100 }, where);
  expect(whole?.elements.map((e) => e.label)).toEqual(["c", "c-a", "a", "a-b", "b"]);
  expect(draftsOfChain(chain, where)[1]?.elements.map((e) => e.label)).toEqual(["a", "a-b", "b"]);
});

test("a chain without segments becomes one that spans it, within its delay budget", () => {
  const plain = { ...chain, segments: [], maxDelayUs: 100 };
  expect(draftsOfChain(plain, { chain: placed, topology })).toMatchObject([
    { id: "whole-chain", kind: "uc2", plUs: 80, dlUs: 100, from: { nodeId: 7 } },
  ]);
  expect(draftsOfChain({ ...plain, maxDelayUs: null }, null)).toMatchObject([
    { kind: "uc1", plUs: 5000, dlUs: 15_000 },
  ]);
});

test("each way of a chain that branches is a segment of its own, on its own switches", () => {
  const branches = [
    { from: 0, to: 1, share: 0.25 },
    { from: 0, to: 2, share: 0.75 },
    { from: 1, to: null, share: 1 },
  ];
  const way = { delayUs: 1, terms: [] };
  const ways = [
    { functions: [0, 1], share: 0.25, route: [["a"]], ...way },
    { functions: [0, 2], share: 0.75, route: [["a", "x", "b"]], ...way },
  ];
  const where = { chain: { ...placed, ways }, topology };
  const drafts = draftsOfChain({ ...chain, branches, segments: [] }, where);
  expect(drafts.map((d) => [d.id, d.name, d.kind])).toEqual([
    ["way-1", "Way 1, 25 %: firewall → nat", "uc1"],
    ["way-2", "Way 2, 75 %: firewall → router", "uc2"],
  ]);
  expect(drafts[1]?.elements.map((e) => e.label)).toEqual(["a", "a-b", "b"]);
  const segments = chain.segments.map((s) => (s.id === "all" ? { ...s, toFunction: 2 } : s));
  expect(draftsOfChain({ ...chain, branches, segments }, where)[1]?.elements.map((e) => e.label)).toEqual([
    "a",
    "a-b",
    "b",
  ]);
});
