import type { FlowEdge, FlowNode } from "../graph/prepareFlowGraph.ts";
import type { TopologyLink, TopologyNode, TopologyRoute } from "../graph/topologyTypes.ts";

/** Made-up graphs for the gallery. */
export const parserNodes: FlowNode[] = [
  { id: "start", kind: "start", label: "start" },
  { id: "eth", kind: "state", label: "parse_ethernet", detail: "extract ethernet" },
  { id: "vlan", kind: "state", label: "parse_vlan", detail: "extract vlan[n]" },
  { id: "ipv4", kind: "state", label: "parse_ipv4", detail: "extract ipv4" },
  { id: "ttl", kind: "condition", label: "hdr.ipv4.ttl > 1" },
  { id: "lpm", kind: "table", label: "ipv4_lpm", detail: "hdr.ipv4.dstAddr: lpm" },
  { id: "fwd", kind: "action", label: "ipv4_forward", detail: "modify ethernet, ipv4" },
  { id: "drop", kind: "action", label: "drop" },
  { id: "accept", kind: "end", label: "deparse" },
];

export const parserEdges: FlowEdge[] = [
  { id: "e1", from: "start", to: "eth" },
  { id: "e2", from: "eth", to: "ipv4", label: "0x800" },
  { id: "e3", from: "eth", to: "vlan", label: "0x8100" },
  { id: "e4", from: "vlan", to: "vlan", label: "0x8100" },
  { id: "e5", from: "vlan", to: "ipv4", label: "0x800" },
  { id: "e6", from: "ipv4", to: "ttl" },
  { id: "e7", from: "ttl", to: "lpm", label: "true" },
  { id: "e8", from: "ttl", to: "drop", label: "false" },
  { id: "e9", from: "lpm", to: "fwd", label: "hit" },
  { id: "e10", from: "lpm", to: "drop", label: "miss", infeasible: true },
  { id: "e11", from: "fwd", to: "accept" },
  { id: "e12", from: "drop", to: "accept", infeasible: true },
];

export const pathNodeIds = ["start", "eth", "ipv4", "ttl", "lpm", "fwd", "accept"];
export const pathEdgeIds = ["e1", "e2", "e6", "e7", "e9", "e11"];

const PODS = [0, 1, 2, 3];

export const cloudNodes: TopologyNode[] = [
  ...[1, 2].map(
    (core): TopologyNode => ({
      id: `core${core}`,
      kind: "switch",
      label: `core${core}`,
      utilisation: 0.3 * core,
    }),
  ),
  ...PODS.flatMap((pod): TopologyNode[] => [
    { id: `agg${pod}`, kind: "switch", label: `agg${pod}`, utilisation: 0.2 },
    {
      id: `dev${pod}`,
      kind: "device",
      label: `npu${pod}`,
      detail: pod % 2 ? "agilio-cx" : "netfpga-sume",
      utilisation: [0.42, 0.86, 1.1, null][pod],
    },
    { id: `host${pod}a`, kind: "host", label: `h${pod}a` },
    { id: `host${pod}b`, kind: "host", label: `h${pod}b` },
  ]),
];

export const cloudLinks: TopologyLink[] = PODS.flatMap((pod): TopologyLink[] => [
  { id: `c1-${pod}`, a: "core1", b: `agg${pod}`, gbps: 40, utilisation: 0.5 },
  { id: `c2-${pod}`, a: "core2", b: `agg${pod}`, gbps: 40, utilisation: pod === 2 ? 0.9 : 0.1 },
  { id: `d-${pod}`, a: `agg${pod}`, b: `dev${pod}`, gbps: 10 },
  { id: `ha-${pod}`, a: `dev${pod}`, b: `host${pod}a`, gbps: 1 },
  {
    id: `hb-${pod}`,
    a: `dev${pod}`,
    b: `host${pod}b`,
    gbps: 1,
    ...(pod === 3 ? { problem: "no such port" } : {}),
  },
]);

export const cloudRoutes: TopologyRoute[] = [
  { id: "a1", label: "web-edge", nodeIds: ["host0a", "dev0", "agg0", "core1", "agg2", "dev2", "host2b"] },
  {
    id: "a2",
    label: "iot-core",
    nodeIds: ["host1a", "dev1", "agg1", "core1", "agg2", "dev2", "agg2", "core2", "agg3", "dev3"],
  },
];
