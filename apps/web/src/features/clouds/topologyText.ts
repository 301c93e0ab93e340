import type { Topology } from "@p4twin/models/topology";

const lines = (entries: readonly unknown[]): string =>
  entries.length === 0
    ? "[]"
    : `[\n${entries.map((entry) => `    ${JSON.stringify(entry)}`).join(",\n")}\n  ]`;

/** A topology as JSON with one node and one link a line, so that it can be read, compared and edited. */
export function topologyText({ version, name, nodes, links }: Topology): string {
  return `{
  "version": ${version},
  "name": ${JSON.stringify(name)},
  "nodes": ${lines(nodes)},
  "links": ${lines(links)}
}
`;
}

/** The topology with another device profile at one node. */
export const withProfile = (topology: Topology, nodeId: string, profile: string): Topology => ({
  ...topology,
  nodes: topology.nodes.map((node) => (node.id === nodeId ? { ...node, profile } : node)),
});

/** Start of a new description: one programmable device. */
export const EMPTY_TOPOLOGY: Topology = {
  version: 1,
  name: "new cloud",
  nodes: [
    { id: "tor1", kind: "device", profile: "asic" },
    { id: "server1", kind: "device", profile: "cpu" },
  ],
  links: [{ a: "server1", b: "tor1", gbps: 10 }],
};
