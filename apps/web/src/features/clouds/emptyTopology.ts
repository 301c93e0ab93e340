import type { Topology } from "@p4twin/models/topology";

/** Start of a new description: one programmable server under a programmable switch. */
export const EMPTY_TOPOLOGY: Topology = {
  version: 1,
  name: "new cloud",
  nodes: [
    { id: "tor1", kind: "device", profile: "asic" },
    { id: "server1", kind: "device", profile: "cpu" },
  ],
  links: [{ a: "server1", b: "tor1", gbps: 10 }],
};
