import { describe, expect, it } from "vitest";
import { type FatTreeShape, fatTree, fatTreeDefaults } from "./fatTree.ts";
import { adjacency, components, shortestRoute } from "./graph.ts";
import { parseTopology } from "./parseTopology.ts";
import type { Topology } from "./schema.ts";
import { toNetwork } from "./toNetwork.ts";

const link = (a: string, b: string, delayUs?: number) => ({
  a,
  b,
  gbps: 10,
  ...(delayUs === undefined ? {} : { delayUs }),
});

/**
 * s1 and s2 over a slow switch (2 links) or over two fast devices (3 links); `island` apart, host `h` between
 * s1 and s2.
 */
const diamond: Topology = {
  version: 1,
  name: "diamond",
  nodes: [
    { id: "s1", kind: "device", profile: "npu" },
    { id: "slow", kind: "switch", delayUs: 9 },
    { id: "d1", kind: "device", profile: "asic" },
    { id: "d2", kind: "device", profile: "asic" },
    { id: "s2", kind: "device", profile: "npu" },
    { id: "h", kind: "host" },
    { id: "island", kind: "host" },
  ],
  links: [
    link("s1", "slow", 1),
    link("slow", "s2", 1),
    link("s1", "d1", 1),
    link("d1", "d2", 1),
    link("d2", "s2", 1),
    link("s1", "h"),
    link("h", "s2"),
  ],
};

const shape: FatTreeShape = {
  ...fatTreeDefaults,
  racks: 4,
  serversPerRack: 40,
  serverProfile: "cpu",
  accelerators: ["npu", "fpga"],
  tors: ["asic"],
};

describe("graph of a topology", () => {
  it("[T4] neighbours and connected parts follow the links", () => {
    expect(
      adjacency(diamond)
        .get("s1")
        ?.map((n) => n.node),
    ).toEqual(["slow", "d1", "h"]);
    expect(components(diamond)).toEqual([["s1", "slow", "d1", "h", "s2", "d2"], ["island"]]);
  });

  it.each([
    ["delay", "s1", "s2", { nodes: ["s1", "d1", "d2", "s2"], hops: 3, delayUs: 3 }],
    ["hops", "s1", "s2", { nodes: ["s1", "slow", "s2"], hops: 2, delayUs: 11 }],
    ["hops", "s1", "h", { nodes: ["s1", "h"], hops: 1, delayUs: 0 }],
    ["hops", "s1", "s1", { nodes: ["s1"], hops: 0, delayUs: 0 }],
    ["hops", "s1", "island", null],
    ["hops", "s1", "nobody", null],
  ] as const)("[T5] shortest by %s from %s to %s; hosts forward nothing", (by, from, to, route) => {
    expect(shortestRoute(diamond, from, to, by)).toEqual(route);
  });
});

describe("fat tree", () => {
  it("[T6] four racks of 40 servers are the cloud of the thesis' Exp. 4", () => {
    const count = new Map<string, number>();
    for (const node of fatTree(shape).nodes) {
      const key = node.profile ?? node.kind;
      count.set(key, (count.get(key) ?? 0) + 1);
    }
    expect(Object.fromEntries(count)).toEqual({ switch: 1, asic: 4, npu: 80, fpga: 80, cpu: 160 });
  });

  it.each([
    ["with SmartNICs", shape],
    [
      "plain ToRs, no SmartNIC",
      { ...shape, racks: 3, serversPerRack: 2, cores: 2, accelerators: [null], tors: [null] },
    ],
    [
      "half of the racks equipped",
      { ...shape, serversPerRack: 1, accelerators: [null, "npu"], tors: ["asic", null] },
    ],
  ] as const)("[T6] %s: valid, connected, without overlapping nodes, the same each time", (_, options) => {
    const topology = fatTree(options);
    expect(parseTopology(JSON.stringify(topology), "tree.json")).toEqual({ topology, diagnostics: [] });
    expect(components(topology)).toHaveLength(1);
    expect(new Set(topology.nodes.map((n) => `${n.position?.x} ${n.position?.y}`)).size).toBe(
      topology.nodes.length,
    );
    expect(fatTree(options)).toEqual(topology);
  });
});

describe("network of a placement problem", () => {
  it("[T7] devices and switches go over, hosts and their links stay out", () => {
    const result = toNetwork(diamond, 1);
    expect(result).toMatchObject({
      ok: true,
      value: {
        switches: [{ id: "slow", delayUs: 9 }],
        devices: [{ id: "s1" }, { id: "d1" }, { id: "d2" }, { id: "s2" }],
      },
    });
    expect(result.ok && result.value.links).toEqual(diamond.links.slice(0, 5));
  });

  it("[T7] hosts at which chains start or end go over with their links, others do not", () => {
    const { links } = diamond;
    expect(toNetwork(diamond, 1, new Set(["h"]))).toMatchObject({
      ok: true,
      value: { hosts: [{ id: "h" }], links },
    });
    const message = '"s1", which is not a host of this cloud; its hosts are h, island';
    expect(toNetwork(diamond, 1, new Set(["s1"]))).toMatchObject({
      ok: false,
      error: [{ code: "unknown-host", message: expect.stringContaining(message) }],
    });
  });

  it("[T7] a switch of unknown delay gets the caller's, a device without a profile is an error", () => {
    const plain: Topology = { ...diamond, nodes: [{ id: "x", kind: "switch" }], links: [] };
    expect(toNetwork(plain, 2.5)).toMatchObject({
      ok: true,
      value: { switches: [{ id: "x", delayUs: 2.5 }] },
    });
    const bare: Topology = { ...diamond, nodes: [{ id: "x", kind: "device" }], links: [] };
    expect(toNetwork(bare, 1)).toMatchObject({ ok: false, error: [{ code: "device-without-profile" }] });
  });
});
